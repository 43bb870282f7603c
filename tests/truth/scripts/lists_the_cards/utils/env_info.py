import platform

import torch


def collect():
    """What a bug report should say."""
    lines = [f'python {platform.python_version()}, torch {torch.__version__}, cuda {torch.version.cuda}']
    for index in range(torch.cuda.device_count()):
        name = torch.cuda.get_device_name(index)
        memory = torch.cuda.get_device_properties(index).total_memory
        lines.append(f'card {index}: {name}, {memory >> 30} GiB')
    return '\n'.join(lines)
