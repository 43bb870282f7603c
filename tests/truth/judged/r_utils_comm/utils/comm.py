"""Communication that also works in one process and without cards."""
import functools
import os
import warnings

import torch
import torch.distributed as dist


def _pick_backend(preferred=None):
    if preferred == 'nccl' and not (torch.cuda.is_available() and dist.is_nccl_available()):
        warnings.warn('nccl is not available here, falling back to gloo')
        return 'gloo'
    return preferred or ('nccl' if torch.cuda.is_available() else 'gloo')


def init(backend=None):
    if not dist.is_available() or 'RANK' not in os.environ:
        return False
    dist.init_process_group(_pick_backend(backend), init_method='env://')
    if torch.cuda.is_available():
        torch.cuda.set_device(local_rank())
    return True


def get_rank():
    if not dist.is_available() or not dist.is_initialized():
        return 0
    return dist.get_rank()


def local_rank():
    return int(os.environ.get('LOCAL_RANK', 0))


def get_world_size():
    if not dist.is_available() or not dist.is_initialized():
        return 1
    return dist.get_world_size()


def synchronize():
    if get_world_size() > 1:
        dist.barrier()


@functools.lru_cache()
def _cpu_group():
    return dist.new_group(backend='gloo') if dist.get_backend() == 'nccl' else dist.group.WORLD


def all_gather_object(data):
    if get_world_size() == 1:
        return [data]
    out = [None] * get_world_size()
    dist.all_gather_object(out, data, group=_cpu_group())
    return out


def master_only(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        if get_rank() == 0:
            return func(*args, **kwargs)
    return wrapper


def device():
    try:
        torch.cuda.current_device()
        return torch.device('cuda', local_rank())
    except (AssertionError, RuntimeError, AttributeError):
        return torch.device('cpu')
