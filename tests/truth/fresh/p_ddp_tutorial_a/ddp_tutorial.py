import functools
import os
import sys
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn as nn
import torch.optim as optim
from torch.nn.parallel import DistributedDataParallel as DDP


def setup(rank, world_size, store):
    os.environ.setdefault('GLOO_SOCKET_IFNAME', 'lo')
    dist.init_process_group('gloo', f'file://{store}', rank=rank, world_size=world_size)


def cleanup():
    dist.destroy_process_group()


def distributed(fn):
    @functools.wraps(fn)
    def wrapper(rank, world_size, *args):
        setup(rank, world_size, args[-1])
        try:
            return fn(rank, world_size, *args)
        finally:
            cleanup()
    return wrapper


class ToyModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.net1 = nn.Linear(10, 10)
        self.relu = nn.ReLU()
        self.net2 = nn.Linear(10, 5)

    def forward(self, x):
        return self.net2(self.relu(self.net1(x)))


@distributed
def demo_checkpoint(rank, world_size, path, store):
    print(f'Running DDP checkpoint example on rank {rank}.')
    torch.manual_seed(rank)
    ddp_model = DDP(ToyModel())
    loss_fn = nn.MSELoss()
    optimizer = optim.SGD(ddp_model.parameters(), lr=0.001)
    if rank == 0:
        torch.save(ddp_model.state_dict(), path)
    dist.barrier()
    ddp_model.load_state_dict(torch.load(path, map_location='cpu'))
    for _ in range(3):
        optimizer.zero_grad()
        outputs = ddp_model(torch.randn(20, 10))
        loss_fn(outputs, torch.randn(20, 5)).backward()
        optimizer.step()
    dist.barrier()
    if rank == 0:
        os.remove(path)


def run_demo(demo_fn, world_size):
    with tempfile.TemporaryDirectory() as tmp:
        mp.spawn(demo_fn, args=(world_size, f'{tmp}/model.checkpoint', f'{tmp}/store'),
                 nprocs=world_size, join=True)


if __name__ == '__main__':
    n_gpus = torch.cuda.device_count()
    world_size = n_gpus if n_gpus >= 2 else int(sys.argv[1])
    run_demo(demo_checkpoint, world_size)
