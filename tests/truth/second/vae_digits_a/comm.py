import functools
import os

import torch
import torch.distributed as dist


def on_all_ranks(fn):
    """Skips the collective where there is nobody to talk to."""
    @functools.wraps(fn)
    def wrapper(values, *args, **kwargs):
        if not (dist.is_initialized() and dist.get_world_size() > 1):
            return values
        return fn(values, *args, **kwargs)
    return wrapper


@on_all_ranks
def reduce_mean(values):
    names = sorted(values)
    stacked = torch.stack([values[name].detach() for name in names])
    dist.all_reduce(stacked, op=dist.ReduceOp.AVG)  # truth: dies
    return dict(zip(names, stacked))


def start():
    if 'MASTER_ADDR' in os.environ and int(os.environ['WORLD_SIZE']) > 1:
        dist.init_process_group(
            backend=os.environ.get('DIST_BACKEND') or
            ('nccl' if torch.cuda.device_count() else 'gloo'))
    return int(os.environ.get('RANK', 0))
