import argparse
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

from data import get_loader


def run_epoch(model, loader, optimizer):
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)


if __name__ == '__main__':
    ap = argparse.ArgumentParser()
    ap.add_argument('--epochs', type=int, default=10)
    args = ap.parse_args()
    dist.init_process_group(backend='gloo')
    torch.manual_seed(1)
    model = DistributedDataParallel(nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1)))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    loader = get_loader(4)
    for epoch in range(args.epochs):  # truth: wrong
        mean = run_epoch(model, loader, optimizer)
        if dist.get_rank() == 0:
            print(epoch, mean)
