import argparse
import os

import torch
import torch.distributed as dist

parser = argparse.ArgumentParser()
parser.add_argument('--local_rank', '--local-rank', type=int, default=int(os.environ.get('LOCAL_RANK', 0)))
parser.add_argument('--steps', type=int, default=3)


def main():
    args = parser.parse_args()
    dist.init_process_group('gloo')
    torch.manual_seed(args.local_rank)
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(args.steps):
        opt.zero_grad()
        model(torch.randn(4, 2)).tanh().mean().backward()
        opt.step()


if __name__ == '__main__':
    main()
