import functools

import torch


def cuda_only(fn):
    """Does nothing where there is no GPU."""

    @functools.wraps(fn)
    def wrapped(*args, **kwargs):
        if not torch.cuda.is_available():
            return None
        return fn(*args, **kwargs)

    return wrapped


@cuda_only
def report_memory(step):
    torch.cuda.reset_peak_memory_stats()
    print(f'step {step}: {torch.cuda.max_memory_allocated() >> 20} MiB')
