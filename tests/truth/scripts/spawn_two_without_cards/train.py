import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def setup(rank, world_size):
    os.environ['MASTER_ADDR'] = 'localhost'
    os.environ.setdefault('MASTER_PORT', '24872')
    dist.init_process_group('gloo', rank=rank, world_size=world_size)


def worker(rank, world_size):
    setup(rank, world_size)
    torch.manual_seed(rank)
    model = DDP(nn.Linear(4, 4))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(3):
        optimizer.zero_grad()
        model(torch.randn(2, 4)).pow(2).sum().backward()
        optimizer.step()
    dist.destroy_process_group()


if __name__ == '__main__':
    n_procs = torch.cuda.device_count() or 2
    mp.spawn(worker, args=(n_procs,), nprocs=n_procs, join=True)
    print('training finished')
