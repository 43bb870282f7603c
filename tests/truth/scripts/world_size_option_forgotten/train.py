import argparse

import torch
import torch.distributed as dist
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument('--world-size', default=1, type=int)  # truth: wrong
parser.add_argument('--rank', default=0, type=int)
parser.add_argument('--lr', default=0.1, type=float)


def main(args):
    torch.manual_seed(0)
    model = nn.Linear(3, 1)
    args.distributed = args.world_size > 1  # truth: wrong
    if args.distributed:  # truth: wrong
        dist.init_process_group('gloo', world_size=args.world_size, rank=args.rank)  # truth: wrong
        model = nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    for _ in range(4):
        x = torch.randn(8, 3)
        optimizer.zero_grad()
        (model(x) - x.sum(1, keepdim=True)).pow(2).mean().backward()
        optimizer.step()


if __name__ == '__main__':
    main(parser.parse_args())
