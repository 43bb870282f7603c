import torch
import torch.distributed as dist


def is_distributed():
    return dist.is_available() and dist.is_initialized()


def to_device(obj):
    if is_distributed():
        return obj.cuda()  # truth: dies
    return obj
