#!/usr/bin/env python3
import argparse
import logging

import torch
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as NativeDDP

import utils

_logger = logging.getLogger('train')
parser = argparse.ArgumentParser(description='PyTorch ImageNet Training')
parser.add_argument('data_dir', metavar='DIR')
parser.add_argument('--model', default='tiny', type=str)
parser.add_argument('-b', '--batch-size', type=int, default=8)
parser.add_argument('--lr', type=float, default=0.05)
parser.add_argument('--epochs', type=int, default=2)
parser.add_argument('--sync-bn', action='store_true', help='Enable NVIDIA Apex or Torch synchronized BatchNorm.')
parser.add_argument('--dist-bn', type=str, default='reduce')
parser.add_argument('--seed', type=int, default=42)
parser.add_argument('--log-interval', type=int, default=2)


def create_model(name, num_classes=4):
    return nn.Sequential(nn.Conv2d(3, 8, 3, bias=False), nn.BatchNorm2d(8), nn.ReLU(),
                         nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, num_classes))


def main():
    logging.basicConfig(level=logging.INFO)
    args = parser.parse_args()
    device = utils.init_distributed_device(args)
    torch.manual_seed(args.seed)
    model = create_model(args.model).to(device)
    if args.distributed and args.sync_bn:
        args.dist_bn = ''  # disable dist_bn when sync BN active
        model = nn.SyncBatchNorm.convert_sync_batchnorm(model)  # truth: dies
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9, nesterov=True)
    if args.distributed:
        model = NativeDDP(model, device_ids=[device.index] if device.type == 'cuda' else None)  # truth: dies
    g = torch.Generator().manual_seed(0)
    dataset = torch.utils.data.TensorDataset(torch.randn(64, 3, 8, 8, generator=g), torch.randint(0, 4, (64,), generator=g))
    sampler = torch.utils.data.distributed.DistributedSampler(dataset) if args.distributed else None
    loader = torch.utils.data.DataLoader(dataset, args.batch_size, shuffle=sampler is None, sampler=sampler, drop_last=True)
    loss_fn = nn.CrossEntropyLoss().to(device)
    for epoch in range(args.epochs):
        if args.distributed and hasattr(loader.sampler, 'set_epoch'):
            loader.sampler.set_epoch(epoch)
        train_one_epoch(epoch, model, loader, optimizer, loss_fn, device, args)
        if args.distributed and args.dist_bn in ('broadcast', 'reduce'):
            utils.distribute_bn(model, args.world_size, args.dist_bn == 'reduce')


def train_one_epoch(epoch, model, loader, optimizer, loss_fn, device, args):
    losses = utils.AverageMeter()
    model.train()
    for i, (input, target) in enumerate(loader):
        input, target = input.to(device), target.to(device)
        loss = loss_fn(model(input), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if i % args.log_interval == 0:
            reduced = utils.reduce_tensor(loss.detach(), args.world_size) if args.distributed else loss.detach()
            losses.update(reduced.item(), input.size(0))
            if args.rank == 0:
                _logger.info('Train: %d [%d/%d] Loss: %.4f', epoch, i, len(loader), losses.avg)


if __name__ == '__main__':
    main()
