import functools

import torch
import torch.distributed as dist


def when(condition):
    """A decorator: the function is called only if the condition holds."""
    def decorate(func):
        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            return func(*args, **kwargs) if condition() else None
        return wrapper
    return decorate


main_only = when(lambda: dist.get_rank() == 0)
on_cards = when(torch.cuda.is_available)


def reduce_mean(value):
    value = value.clone()
    dist.all_reduce(value, op=dist.ReduceOp.SUM)
    return value / dist.get_world_size()
