import argparse

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from utils import dist as udist


def build_data(args):
    g = torch.Generator().manual_seed(5)
    x = torch.randn(96, 12, generator=g)
    y = (x.sum(1) > 0).long()
    ds = TensorDataset(x, y)
    sampler = DistributedSampler(ds, shuffle=True) if udist.world_size() > 1 else None
    return DataLoader(ds, args.bs, shuffle=sampler is None, sampler=sampler), sampler


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--bs', type=int, default=16)
    ap.add_argument('--epochs', type=int, default=2)
    ap.add_argument('--lr', type=float, default=0.1)
    args = ap.parse_args()

    rank, world = udist.setup()
    torch.manual_seed(0)
    device = torch.device('cuda', rank % torch.cuda.device_count()) if torch.cuda.is_available() else torch.device('cpu')
    net = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 2)).to(device)
    if world > 1:
        net = DistributedDataParallel(net, device_ids=[device.index] if device.type == 'cuda' else None)
    opt = torch.optim.SGD(net.parameters(), lr=args.lr)
    loader, sampler = build_data(args)
    for epoch in range(args.epochs):
        if sampler is not None:
            sampler.set_epoch(epoch)
        total = 0.
        for x, y in loader:
            loss = nn.functional.cross_entropy(net(x.to(device)), y.to(device))
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        mean = udist.mean(total / len(loader))
        if rank == 0:
            print('epoch', epoch, 'loss', round(mean, 4))
    udist.barrier()


if __name__ == '__main__':
    main()
