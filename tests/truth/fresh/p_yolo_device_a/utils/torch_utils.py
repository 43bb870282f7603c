import os
from contextlib import contextmanager

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP

LOCAL_RANK = int(os.getenv('LOCAL_RANK', -1))
RANK = int(os.getenv('RANK', -1))
WORLD_SIZE = int(os.getenv('WORLD_SIZE', 1))


@contextmanager
def torch_distributed_zero_first(local_rank):
    if local_rank not in [-1, 0]:
        dist.barrier()
    yield
    if local_rank == 0:
        dist.barrier()


def select_device(device='', batch_size=0):
    device = str(device).strip().lower().replace('cuda:', '')
    cpu = device == 'cpu'
    if cpu:
        os.environ['CUDA_VISIBLE_DEVICES'] = '-1'
    elif device:
        os.environ['CUDA_VISIBLE_DEVICES'] = device
        assert torch.cuda.is_available(), f'Invalid CUDA device={device} requested'
    if not cpu and torch.cuda.is_available():
        n = torch.cuda.device_count()
        assert batch_size % n == 0
        return torch.device('cuda:0')
    return torch.device('cpu')


def smart_DDP(model):
    if next(model.parameters()).is_cuda:
        return DDP(model, device_ids=[LOCAL_RANK], output_device=LOCAL_RANK)
    return DDP(model)


def de_parallel(model):
    return model.module if isinstance(model, DDP) else model
