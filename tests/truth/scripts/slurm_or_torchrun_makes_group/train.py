import argparse

import torch

from utils.cluster import setup


def main():
    args = setup(argparse.Namespace(lr=0.05, steps=5))
    torch.manual_seed(args.rank)
    model = torch.nn.Linear(4, 4)
    if args.distributed:
        model = torch.nn.parallel.DistributedDataParallel(model)
    opt = torch.optim.SGD(model.parameters(), lr=args.lr)
    for _ in range(args.steps):
        x = torch.randn(2, 4)
        opt.zero_grad()
        (model(x) + x).pow(2).sum().backward()
        opt.step()


if __name__ == '__main__':
    main()
