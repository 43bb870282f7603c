import os

import torch
import torch.distributed as dist


def is_initialized():
    return dist.is_available() and dist.is_initialized()


def rank():
    return dist.get_rank() if is_initialized() else 0


def world_size():
    return dist.get_world_size() if is_initialized() else 1


def setup(backend=None):
    """Start the process group of a SLURM job step."""
    ntasks = int(os.environ.get('SLURM_NTASKS', 1))  # truth: wrong
    procid = int(os.environ.get('SLURM_PROCID', 0))  # truth: wrong
    if ntasks > 1:
        os.environ.setdefault('MASTER_ADDR', 'localhost')
        os.environ.setdefault('MASTER_PORT', '29511')
        if backend is None:
            backend = 'nccl' if torch.cuda.is_available() else 'gloo'
        dist.init_process_group(backend, rank=procid, world_size=ntasks)
    return rank(), world_size()


def barrier():
    if is_initialized():
        dist.barrier()


def mean(value):
    if world_size() == 1:
        return value
    t = torch.tensor(float(value))
    dist.all_reduce(t)
    return t.item() / world_size()
