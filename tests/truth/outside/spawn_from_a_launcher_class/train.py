import argparse

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from launcher import Launcher


def train(device, epochs):
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    distributed = dist.is_initialized()
    sampler = DistributedSampler(data) if distributed else None
    loader = DataLoader(data, 8, sampler=sampler, shuffle=not distributed)
    model = torch.nn.Linear(6, 1).to(device)
    if distributed:
        model = DistributedDataParallel(model, device_ids=None if device.type == "cpu" else [device])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(epochs):
        if sampler:
            sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x.to(device)), y.to(device)).backward()
            optimizer.step()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=2)
    args = parser.parse_args()
    Launcher(args.processes).launch(train, args.epochs)
