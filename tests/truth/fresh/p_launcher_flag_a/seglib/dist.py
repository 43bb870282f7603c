import os

import torch
import torch.distributed as dist


def _init_dist_pytorch(backend, **kwargs):
    rank = int(os.environ['RANK'])
    if torch.cuda.is_available():
        torch.cuda.set_device(rank % torch.cuda.device_count())
    dist.init_process_group(backend=backend, **kwargs)


def _init_dist_slurm(backend, port=29500):
    os.environ['MASTER_PORT'] = str(port)
    os.environ['WORLD_SIZE'] = os.environ['SLURM_NTASKS']
    os.environ['RANK'] = os.environ['SLURM_PROCID']
    torch.cuda.set_device(int(os.environ['SLURM_LOCALID']))
    dist.init_process_group(backend=backend)


def init_dist(launcher, backend='nccl', **kwargs):
    if launcher == 'pytorch':
        _init_dist_pytorch(backend, **kwargs)
    elif launcher == 'slurm':
        _init_dist_slurm(backend, **kwargs)
    else:
        raise ValueError(f'Invalid launcher type: {launcher}')


def get_dist_info():
    if dist.is_available() and dist.is_initialized():
        return dist.get_rank(), dist.get_world_size()
    return 0, 1
