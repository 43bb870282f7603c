import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.distributed import DistributedSampler

from simclr import NTXent, SimCLR


class TwoViews(Dataset):
    def __init__(self, n=64):
        self.x = torch.randn(n, 10, generator=torch.Generator().manual_seed(0))

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        x = self.x[i]
        return x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x)


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--epochs', type=int, default=2)
    p.add_argument('--batch_size', type=int, default=16, help='of all processes together')
    p.add_argument('--lr', type=float, default=1e-3)
    p.add_argument('--sync_bn', action=argparse.BooleanOptionalAction, default=None)
    args = p.parse_args()
    args.device = 'cuda' if torch.cuda.is_available() else 'cpu'
    args.world_size = int(os.environ.get('WORLD_SIZE', 1))
    rank = 0
    if args.world_size > 1:
        dist.init_process_group({'cuda': 'nccl', 'cpu': 'gloo'}[args.device])
        rank = dist.get_rank()
    if args.sync_bn is None:
        args.sync_bn = args.device == 'cuda'
    torch.manual_seed(rank)
    dataset = TwoViews()
    sampler = DistributedSampler(dataset, shuffle=True) if args.world_size > 1 else None
    loader = DataLoader(dataset, batch_size=args.batch_size // args.world_size, shuffle=sampler is None,
                        sampler=sampler, drop_last=True)
    model = SimCLR()
    if args.sync_bn:
        model = torch.nn.SyncBatchNorm.convert_sync_batchnorm(model)
    model.to(args.device)
    if args.world_size > 1:
        model = DistributedDataParallel(model, device_ids=[rank] if args.device == 'cuda' else None)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    criterion = NTXent()
    for epoch in range(args.epochs):
        if sampler is not None:
            sampler.set_epoch(epoch)
        for a, b in loader:
            za, zb = model(a.to(args.device), b.to(args.device))
            loss = criterion(za, zb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if rank == 0:
            print(f'Epoch [{epoch}/{args.epochs}] Loss: {loss.item():.4f}')


if __name__ == '__main__':
    main()
