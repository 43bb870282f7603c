import argparse

import torch
import torch.distributed as dist
from torch import nn


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument('--local-rank', type=int, default=0)  # truth: dies
    parser.add_argument('--lr', type=float, default=0.01)
    return parser.parse_args()  # truth: dies


def main():
    args = parse()
    dist.init_process_group('gloo', init_method='env://')
    torch.manual_seed(args.local_rank)
    net = nn.parallel.DistributedDataParallel(nn.Linear(4, 4))
    optimizer = torch.optim.SGD(net.parameters(), lr=args.lr)
    for _ in range(3):
        x = torch.randn(5, 4)
        optimizer.zero_grad()
        (net(x) - x).pow(2).mean().backward()
        optimizer.step()


if __name__ == '__main__':
    main()
