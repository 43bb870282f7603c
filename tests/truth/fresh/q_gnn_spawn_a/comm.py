import os
import socket

import torch
import torch.distributed as dist


def find_free_port():
    with socket.socket() as sock:
        sock.bind(('127.0.0.1', 0))
        return sock.getsockname()[1]


def prepare_env():
    """Where the ranks meet: told by SLURM, by the user, or this host."""
    if 'SLURM_LAUNCH_NODE_IPADDR' in os.environ:
        os.environ['MASTER_ADDR'] = os.environ['SLURM_LAUNCH_NODE_IPADDR']
        os.environ['MASTER_PORT'] = str(10000 + int(os.environ['SLURM_JOBID']) % 20000)
    else:
        os.environ.setdefault('MASTER_ADDR', '127.0.0.1')
        os.environ.setdefault('MASTER_PORT', str(find_free_port()))


def setup(rank, world_size):
    backend = 'nccl' if torch.cuda.device_count() >= world_size else 'gloo'
    dist.init_process_group(backend, rank=rank, world_size=world_size)
    if backend == 'nccl':
        torch.cuda.set_device(rank)
        return torch.device('cuda', rank)
    return torch.device('cpu')
