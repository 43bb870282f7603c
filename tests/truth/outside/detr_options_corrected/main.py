import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from engine import train_one_epoch
from util.options import parse


def main():
    args = parse()
    if args.distributed:
        dist.init_process_group(args.dist_backend, rank=args.rank, world_size=args.world_size)
    if args.gpu_ids:
        torch.cuda.set_device(args.gpu_ids[args.rank % len(args.gpu_ids)])
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 12), nn.BatchNorm1d(12), nn.Linear(12, 3)).to(args.device)
    if args.sync_bn:
        model = nn.SyncBatchNorm.convert_sync_batchnorm(model)
    if args.half:
        model = model.half()
    if args.distributed:
        model = nn.parallel.DistributedDataParallel(model, device_ids=args.gpu_ids or None)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    data = TensorDataset(torch.randn(32, 6), torch.randint(0, 3, (32,)))
    sampler = DistributedSampler(data) if args.distributed else None
    loader = DataLoader(data, 8, sampler=sampler, shuffle=sampler is None)
    for epoch in range(args.epochs):
        if sampler is not None:
            sampler.set_epoch(epoch)
        train_one_epoch(model, loader, optimizer, args)


if __name__ == '__main__':
    main()
