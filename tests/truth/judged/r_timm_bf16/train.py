#!/usr/bin/env python3
import argparse
import logging
from contextlib import suppress
from copy import deepcopy
from functools import partial

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
parser.add_argument('--amp', action='store_true', help='mixed precision')
parser.add_argument('--model-ema', action='store_true')
parser.add_argument('--model-ema-force-cpu', action='store_true')
parser.add_argument('--dist-bn', type=str, default='reduce')
parser.add_argument('--seed', type=int, default=42)
parser.add_argument('--log-interval', type=int, default=2)


class NativeScaler:
    def __init__(self):
        self._scaler = torch.cuda.amp.GradScaler()

    def __call__(self, loss, optimizer):
        self._scaler.scale(loss).backward()
        self._scaler.step(optimizer)
        self._scaler.update()


class ModelEma(nn.Module):
    def __init__(self, model, decay=0.9999, device=None):
        super().__init__()
        self.module = deepcopy(model).eval()
        self.decay = decay
        self.device = device
        if self.device is not None:
            self.module.to(device=device)

    @torch.no_grad()
    def update(self, model):
        for e, m in zip(self.module.state_dict().values(), model.state_dict().values()):
            if self.device is not None:
                m = m.to(device=self.device)
            e.copy_(self.decay * e + (1. - self.decay) * m)


def create_model(name, num_classes=4):
    return nn.Sequential(nn.Conv2d(3, 8, 3, bias=False), nn.BatchNorm2d(8), nn.ReLU(),
                         nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, num_classes))


def main():
    logging.basicConfig(level=logging.INFO)
    args = parser.parse_args()
    device = utils.init_distributed_device(args)
    torch.manual_seed(args.seed)
    model = create_model(args.model).to(device)
    if args.distributed and args.sync_bn and device.type == 'cuda':
        args.dist_bn = ''  # disable dist_bn when sync BN active
        model = nn.SyncBatchNorm.convert_sync_batchnorm(model)
    elif args.sync_bn and args.rank == 0:
        _logger.warning('SyncBN needs CUDA, buffers are reduced after each epoch instead')
    amp_autocast, loss_scaler = suppress, None
    if args.amp:
        if device.type == 'cuda':
            amp_autocast = partial(torch.autocast, device_type=device.type, dtype=torch.float16)
            loss_scaler = NativeScaler()
        else:
            amp_autocast = partial(torch.autocast, device_type=device.type, dtype=torch.bfloat16)
    model_ema = None
    if args.model_ema:
        model_ema = ModelEma(model, decay=0.99, device='cpu' if args.model_ema_force_cpu else None)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9, nesterov=True)
    if args.distributed:
        model = NativeDDP(model, device_ids=[device.index] if device.type == 'cuda' else None)
    g = torch.Generator().manual_seed(0)
    dataset = torch.utils.data.TensorDataset(torch.randn(64, 3, 8, 8, generator=g), torch.randint(0, 4, (64,), generator=g))
    sampler = torch.utils.data.distributed.DistributedSampler(dataset) if args.distributed else None
    loader = torch.utils.data.DataLoader(dataset, args.batch_size, shuffle=sampler is None, sampler=sampler, drop_last=True)
    loss_fn = nn.CrossEntropyLoss().to(device)
    for epoch in range(args.epochs):
        if args.distributed and hasattr(loader.sampler, 'set_epoch'):
            loader.sampler.set_epoch(epoch)
        train_one_epoch(epoch, model, loader, optimizer, loss_fn, device, args, amp_autocast, loss_scaler, model_ema)
        if args.distributed and args.dist_bn in ('broadcast', 'reduce'):
            utils.distribute_bn(model, args.world_size, args.dist_bn == 'reduce')


def train_one_epoch(epoch, model, loader, optimizer, loss_fn, device, args, amp_autocast=suppress, loss_scaler=None, model_ema=None):
    losses = utils.AverageMeter()
    model.train()
    for i, (input, target) in enumerate(loader):
        input, target = input.to(device), target.to(device)
        with amp_autocast():
            output = model(input)
            loss = loss_fn(output, target)
        optimizer.zero_grad()
        if loss_scaler is not None:
            loss_scaler(loss, optimizer)
        else:
            loss.backward()
            optimizer.step()
        if model_ema is not None:
            model_ema.update(model.module if args.distributed else model)
        if device.type == 'cuda':
            torch.cuda.synchronize()
        if i % args.log_interval == 0:
            reduced = utils.reduce_tensor(loss.detach(), args.world_size) if args.distributed else loss.detach()
            losses.update(reduced.item(), input.size(0))
            if args.rank == 0:
                _logger.info('Train: %d [%d/%d] Loss: %.4f', epoch, i, len(loader), losses.avg)


if __name__ == '__main__':
    main()
