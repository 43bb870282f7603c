"""Starts its ranks by itself."""
import argparse

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def main_worker(rank, nprocs, args):
    dist.init_process_group(
        args.dist_backend, init_method=args.dist_url, world_size=nprocs, rank=rank)
    torch.manual_seed(1)
    model = DistributedDataParallel(nn.Linear(5, 1))
    data = TensorDataset(torch.randn(16, 5), torch.randn(16, 1))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, batch_size=4, sampler=sampler)
    optimizer = torch.optim.SGD(model.parameters(), args.lr)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.l1_loss(model(x), y).backward()
            optimizer.step()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--nprocs', type=int, default=0, help='0: one for each card')
    parser.add_argument('--dist-url', default='tcp://127.0.0.1:23456')
    parser.add_argument('--dist-backend', default='nccl')
    parser.add_argument('--lr', type=float, default=0.1)
    parser.add_argument('--epochs', type=int, default=2)
    args = parser.parse_args()
    nprocs = args.nprocs or torch.cuda.device_count()
    mp.spawn(main_worker, nprocs=nprocs, args=(nprocs, args))


if __name__ == '__main__':
    main()
