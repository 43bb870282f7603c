import argparse
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from util.checkpoint import resume, save


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--resume", default=None, metavar="PATH")
    parser.add_argument("--test-only", action="store_true")
    parser.add_argument("--deterministic", action="store_true")
    parser.add_argument("--epochs", default=2, type=int)
    args = parser.parse_args()
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    start = resume(args.resume, model, optimizer) if args.resume else 0
    model = DistributedDataParallel(model)
    if args.test_only:
        torch.cuda.synchronize()
        print(model(torch.zeros(1, 4, device="cuda")))
        return
    g = torch.Generator().manual_seed(0)
    data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))
    sampler = DistributedSampler(data)
    for epoch in range(start, args.epochs):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, 4, sampler=sampler):
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
        if int(os.environ["RANK"]) == 0:
            save("last.pt", model.module, optimizer, epoch)


if __name__ == "__main__":
    main()
