import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as NativeDDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from utils.model_ema import ModelEmaV2

parser = argparse.ArgumentParser(description='training with moving average')
parser.add_argument('--epochs', type=int, default=1)
parser.add_argument('--model-ema', action='store_true', default=False)
parser.add_argument('--model-ema-force-cpu', action='store_true', default=False)
parser.add_argument('--model-ema-decay', type=float, default=0.9998)


def main():
    args = parser.parse_args()
    args.local_rank = int(os.environ['LOCAL_RANK'])
    args.device = 'cpu'
    if torch.cuda.is_available():
        args.device = 'cuda:%d' % args.local_rank
        torch.cuda.set_device(args.local_rank)
    dist.init_process_group(backend='nccl' if args.device != 'cpu' else 'gloo')
    torch.manual_seed(42)
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.BatchNorm1d(8), torch.nn.Linear(8, 2)).to(args.device)
    model_ema = None
    if args.model_ema:
        # Important to create EMA model after cuda(), DP wrapper, and AMP but before DDP wrapper
        ema_device = 'cpu' if args.model_ema_force_cpu else 'cuda:%d' % args.local_rank  # truth: dies
        model_ema = ModelEmaV2(model, decay=args.model_ema_decay, device=ema_device)
    model = NativeDDP(model, device_ids=[args.local_rank] if args.device != 'cpu' else None)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    data = TensorDataset(torch.randn(32, 4), torch.randint(0, 2, (32,)))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, batch_size=8, sampler=sampler)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for x, y in loader:
            loss = torch.nn.functional.cross_entropy(model(x.to(args.device)), y.to(args.device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if model_ema is not None:
                model_ema.update(model.module)


if __name__ == '__main__':
    main()
