"""Strategy by name, Python 3.10."""
import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def pick(accelerator: str) -> tuple[torch.device, str]:
    match accelerator:
        case 'cpu':
            return torch.device('cpu'), 'gloo'
        case 'gpu' | 'cuda':
            return torch.device('cuda', int(os.environ['LOCAL_RANK'])), 'nccl'  # truth: dies
        case other:
            raise ValueError(f'unknown accelerator {other}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--accelerator', default='gpu')  # truth: dies
    parser.add_argument('--max-steps', type=int, default=3)
    args = parser.parse_args()
    device, backend = pick(args.accelerator)
    dist.init_process_group(backend)  # truth: dies
    model = DistributedDataParallel(torch.nn.Linear(3, 1).to(device))  # truth: dies
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(args.max_steps):
        loss = model(torch.randn(4, 3, device=device)).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == '__main__':
    main()
