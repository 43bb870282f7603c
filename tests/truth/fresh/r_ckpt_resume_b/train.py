import argparse
import os

import torch
import torch.distributed as dist
from torch import nn

from checkpoint import CheckpointManager


def train_steps(model, optimizer, count):
    for _ in range(count):
        x = torch.randn(4, 8)
        optimizer.zero_grad()
        loss = (model(x) - x.flip(1)).abs().mean()
        loss.backward()
        optimizer.step()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--resume', default='')
    parser.add_argument('--dir', default='checkpoints')
    args = parser.parse_args()
    dist.init_process_group('gloo')
    rank = dist.get_rank()
    device = torch.device('cpu')
    if torch.cuda.is_available():
        device = torch.device('cuda', int(os.environ['LOCAL_RANK']))
    torch.manual_seed(rank)
    model = nn.parallel.DistributedDataParallel(nn.Linear(8, 8).to(device))
    optimizer = torch.optim.Adam(model.parameters(), 1e-2)
    manager = CheckpointManager(args.dir, model=model, optimizer=optimizer)
    train_steps(model, optimizer, 2)
    if rank == 0:
        manager.save(2)
    dist.barrier()
    if args.resume == 'auto':
        step = manager.restore(device)
        assert step == 2
    train_steps(model, optimizer, 2)


if __name__ == '__main__':
    main()
