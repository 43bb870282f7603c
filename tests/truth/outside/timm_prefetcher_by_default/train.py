import argparse
import os

import torch
import torch.nn as nn

from data import create_loader

parser = argparse.ArgumentParser()
parser.add_argument('--epochs', type=int, default=300)
parser.add_argument('--batch-size', type=int, default=8)
parser.add_argument('--no-prefetcher', action='store_true', default=False, help='disable fast prefetcher')


def main():
    args = parser.parse_args()
    args.prefetcher = not args.no_prefetcher
    args.distributed = int(os.environ.get('WORLD_SIZE', 1)) > 1
    args.device = 'cuda:0' if torch.cuda.is_available() else 'cpu'
    if args.distributed:
        args.local_rank = int(os.environ['LOCAL_RANK'])
        if torch.cuda.is_available():
            args.device = 'cuda:%d' % args.local_rank
            torch.cuda.set_device(args.local_rank)
        torch.distributed.init_process_group(backend='nccl' if torch.cuda.is_available() else 'gloo')
    torch.manual_seed(42)
    model = nn.Linear(6, 3).to(args.device)
    if args.distributed:
        model = nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    data = torch.utils.data.TensorDataset(torch.randn(32, 6), torch.randint(0, 3, (32,)))
    loader = create_loader(data, args.batch_size, use_prefetcher=args.prefetcher, distributed=args.distributed)
    for epoch in range(args.epochs):
        if args.distributed:
            loader.sampler.set_epoch(epoch)
        for input, target in loader:
            if not args.prefetcher:
                input, target = input.to(args.device), target.to(args.device)
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(input), target).backward()
            optimizer.step()


if __name__ == '__main__':
    main()
