import functools

import torch.distributed as dist


def main_only(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        if dist.get_rank() == 0:
            return func(*args, **kwargs)
        return None
    return wrapper


def reduce_mean(value):
    value = value.clone()
    dist.all_reduce(value)  # truth: dies
    return value / dist.get_world_size()
