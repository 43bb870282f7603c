import argparse
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
from mixer import Mixer


def get_args():
    p = argparse.ArgumentParser('mixer', add_help=True)
    p.add_argument('--steps', default=3, type=int)
    p.add_argument('--drop-path', default=0.1, type=float, metavar='PCT')
    p.add_argument('--lr', default=1e-3, type=float)
    p.add_argument('--device', default='auto')
    return p.parse_args()


def init_distributed_mode(args):
    args.device = torch.device(
        ('cuda' if torch.cuda.is_available() else 'cpu') if args.device == 'auto' else args.device)
    args.distributed = int(os.environ.get('WORLD_SIZE', 1)) > 1
    if args.distributed:
        dist.init_process_group('nccl' if args.device.type == 'cuda' else 'gloo')
    args.rank = dist.get_rank() if args.distributed else 0


def main(args):
    init_distributed_mode(args)
    torch.manual_seed(0)
    model = Mixer(drop_path_rate=args.drop_path).to(args.device)
    model_without_ddp = model
    if args.distributed:
        model = torch.nn.parallel.DistributedDataParallel(model, find_unused_parameters=True)
        model_without_ddp = model.module
    n_parameters = sum(p.numel() for p in model_without_ddp.parameters() if p.requires_grad)
    print('number of params:', n_parameters)
    optimizer = torch.optim.AdamW(model_without_ddp.parameters(), lr=args.lr)
    torch.manual_seed(100 + args.rank)
    for step in range(args.steps):
        images = torch.randn(4, 4, 8).to(args.device)
        target = torch.randint(0, 3, (4,)).to(args.device)
        loss = F.cross_entropy(model(images), target, label_smoothing=0.1)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f'step {step} loss {loss.item():.4f}')


if __name__ == '__main__':
    main(get_args())
