"""Fits a line, on one process or on several."""
import argparse

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument('--epochs', type=int, default=2)
    parser.add_argument('--launcher', choices=['none', 'pytorch'], default='none')
    return parser.parse_args()


def main():
    args = parse_args()
    distributed = args.launcher != 'none'
    if distributed:
        dist.init_process_group('gloo')
    torch.manual_seed(1)
    data = TensorDataset(torch.randn(16, 4), torch.randn(16, 1))
    sampler = DistributedSampler(data) if distributed else None
    loader = DataLoader(data, batch_size=4, shuffle=sampler is None, sampler=sampler)
    model = nn.Linear(4, 1)
    if distributed:
        model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(args.epochs):
        if sampler is not None:
            sampler.set_epoch(epoch)
        for inputs, targets in loader:
            loss = nn.functional.mse_loss(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(f'loss {loss.item():.4f}')


if __name__ == '__main__':
    main()
