import platform

import torch


def collect():
    """What a bug report should say."""
    lines = [f'python {platform.python_version()}, torch {torch.__version__}, cuda {torch.version.cuda}']
    memory = torch.cuda.get_device_properties(0).total_memory  # truth: dies
    lines.append(f'{torch.cuda.device_count()} cards with {memory >> 30} GiB')
    return '\n'.join(lines)
