import os
import warnings
from contextlib import contextmanager
from copy import deepcopy

import torch
import torch.distributed as dist
import torch.nn as nn

try:
    import thop  # for FLOPs computation
except ImportError:
    thop = None

warnings.filterwarnings('ignore', message='User provided device_type of \'cuda\', but CUDA is not available')


@contextmanager
def torch_distributed_zero_first(local_rank):
    # Decorator to make all processes in distributed training wait for each local_master to do something
    if local_rank not in [-1, 0]:
        dist.barrier() if dist.get_backend() != 'nccl' else dist.barrier(device_ids=[local_rank])
    yield
    if local_rank == 0:
        dist.barrier() if dist.get_backend() != 'nccl' else dist.barrier(device_ids=[0])


def select_device(device=''):
    device = str(device).strip().lower()
    cpu = device == 'cpu'
    if cpu:
        os.environ['CUDA_VISIBLE_DEVICES'] = '-1'
    elif device:
        os.environ['CUDA_VISIBLE_DEVICES'] = device
        assert torch.cuda.is_available(), f'CUDA unavailable, invalid device {device} requested'
    return torch.device('cuda:0' if not cpu and torch.cuda.is_available() else 'cpu')


def time_sync():
    # PyTorch-accurate time
    import time
    if torch.cuda.is_available():
        torch.cuda.synchronize()
    return time.time()


def profile(input, ops, n=10, device=None):
    """speed/memory/FLOPs profiler: profile(input, [m1, m2], n=100)"""
    device = device or select_device()
    for m in ops:
        m = m.to(device)
        for _ in range(n):
            t = time_sync()
            m(input)
            print(time_sync() - t)
        mem = torch.cuda.memory_reserved() / 1E9 if torch.cuda.is_available() else 0
        print(mem, thop.profile(m, inputs=(input,)) if thop else 0)


def smart_DDP(model, local_rank, cuda):
    if cuda:
        return nn.parallel.DistributedDataParallel(model, device_ids=[local_rank], output_device=local_rank)
    return nn.parallel.DistributedDataParallel(model)


def de_parallel(model):
    return model.module if isinstance(model, (nn.DataParallel, nn.parallel.DistributedDataParallel)) else model


class ModelEMA:
    def __init__(self, model, decay=0.9999):
        self.ema = deepcopy(de_parallel(model)).eval()
        self.decay = decay
        for p in self.ema.parameters():
            p.requires_grad_(False)

    def update(self, model):
        msd = de_parallel(model).state_dict()
        for k, v in self.ema.state_dict().items():
            if v.dtype.is_floating_point:
                v *= self.decay
                v += (1 - self.decay) * msd[k].detach()
