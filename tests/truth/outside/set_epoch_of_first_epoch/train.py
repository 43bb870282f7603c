import argparse

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from engine import train_one_epoch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--start_epoch", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=3)
    args = parser.parse_args()
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)  # truth: wrong
    loader = DataLoader(data, 8, sampler=sampler)
    sampler.set_epoch(args.start_epoch)
    model = DistributedDataParallel(torch.nn.Linear(6, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for epoch in range(args.start_epoch, args.epochs):
        train_one_epoch(model, loader, optimizer)


if __name__ == "__main__":
    main()
