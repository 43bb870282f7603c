"""Strategy by name, Python 3.10."""
import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def pick(accelerator: str) -> tuple[torch.device, str]:
    match accelerator:
        case 'auto' if not torch.cuda.is_available():
            return torch.device('cpu'), 'gloo'
        case 'cpu':
            return torch.device('cpu'), 'gloo'
        case 'auto' | 'gpu' | 'cuda':
            return torch.device('cuda', int(os.environ['LOCAL_RANK'])), 'nccl'
        case other:
            raise ValueError(f'unknown accelerator {other}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--accelerator', default='auto')
    parser.add_argument('--max-steps', type=int, default=3)
    args = parser.parse_args()
    device, backend = pick(args.accelerator)
    dist.init_process_group(backend)
    torch.manual_seed(dist.get_rank())
    model = DistributedDataParallel(torch.nn.Linear(3, 1).to(device))
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(args.max_steps):
        loss = model(torch.randn(4, 3, device=device)).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == '__main__':
    main()
