import functools

import torch
import torch.distributed as dist


def rank_zero_only(fn):
    """Runs the function on the first process only."""

    @functools.wraps(fn)
    def wrapped(*args, **kwargs):
        if not dist.is_initialized() or dist.get_rank() == 0:
            return fn(*args, **kwargs)
        return None

    return wrapped


@rank_zero_only
def report_memory(step):
    torch.cuda.reset_peak_memory_stats()  # truth: dies
    print(f'step {step}: {torch.cuda.max_memory_allocated() >> 20} MiB')
