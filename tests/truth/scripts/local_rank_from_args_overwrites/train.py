import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP


def parse_args():
    parser = argparse.ArgumentParser(description='Train a toy model')
    parser.add_argument('--local_rank', '--local-rank', type=int, default=0)
    parser.add_argument('--steps', type=int, default=4)
    args = parser.parse_args()
    os.environ['LOCAL_RANK'] = str(args.local_rank)  # truth: dies
    return args


def init():
    rank = int(os.environ['LOCAL_RANK'])  # single node: the same as the rank
    dist.init_process_group('gloo', rank=rank, world_size=int(os.environ['WORLD_SIZE']))
    return rank


def main():
    args = parse_args()
    rank = init()
    model = DDP(torch.nn.Linear(3, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    torch.manual_seed(rank)
    for _ in range(args.steps):
        loss = model(torch.randn(4, 3)).square().sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == '__main__':
    main()
