import argparse
import logging
import time
from collections import OrderedDict
from contextlib import suppress
from copy import deepcopy

import torch
import torch.nn as nn
from timmlike import distributed
from timmlike.loader import create_loader
from torch.nn.parallel import DistributedDataParallel as NativeDDP

try:
    from apex import amp
    from apex.parallel import DistributedDataParallel as ApexDDP
    from apex.parallel import convert_syncbn_model
    has_apex = True
except ImportError:
    has_apex = False

has_native_amp = False
try:
    if getattr(torch.cuda.amp, 'autocast') is not None:
        has_native_amp = True
except AttributeError:
    pass

_logger = logging.getLogger('train')

parser = argparse.ArgumentParser(description='PyTorch ImageNet Training')
parser.add_argument('--epochs', type=int, default=300)
parser.add_argument('-b', '--batch-size', type=int, default=8)
parser.add_argument('--seed', type=int, default=42)
parser.add_argument('--sync-bn', action='store_true')
parser.add_argument('--amp', action='store_true', default=False)
parser.add_argument('--apex-amp', action='store_true', default=False)
parser.add_argument('--channels-last', action='store_true', default=False)
parser.add_argument('--no-prefetcher', action='store_true', default=False)
parser.add_argument('--no-set-device-rank', action='store_true', default=False)
parser.add_argument('--horovod', action='store_true', default=False)
parser.add_argument('--model-ema', action='store_true', default=False)
parser.add_argument('--pin-mem', action='store_true', default=False)


class ModelEma(nn.Module):
    def __init__(self, model, decay=0.99, device=None):
        super().__init__()
        self.module = deepcopy(model).eval()
        self.decay = decay
        self.device = device
        if self.device is not None:
            self.module.to(device=device)

    def update(self, model):
        with torch.no_grad():
            for e, m in zip(self.module.state_dict().values(), model.state_dict().values()):
                e.copy_(self.decay * e + (1. - self.decay) * m if e.dtype.is_floating_point else m)


def main():
    logging.basicConfig(level=logging.INFO)
    args = parser.parse_args()
    device = distributed.init_distributed_device(args)
    args.prefetcher = not args.no_prefetcher and device.type == 'cuda'
    if device.type == 'cuda':
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.benchmark = True
    use_amp = None
    if args.amp:
        if has_native_amp:
            use_amp = 'native'
        elif has_apex:
            use_amp = 'apex'
    if args.apex_amp and has_apex:
        use_amp = 'apex'
    torch.manual_seed(args.seed)
    model = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.Linear(8, 3))
    model.to(device)
    if args.channels_last:
        model = model.to(memory_format=torch.channels_last)
    if args.distributed and args.sync_bn and device.type == 'cuda':
        if has_apex and use_amp == 'apex':
            model = convert_syncbn_model(model)
        else:
            model = torch.nn.SyncBatchNorm.convert_sync_batchnorm(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    amp_autocast = suppress  # do nothing
    loss_scaler = None
    if use_amp == 'apex':
        model, optimizer = amp.initialize(model, optimizer, opt_level='O1')
    elif use_amp == 'native':
        amp_autocast = torch.cuda.amp.autocast if device.type == 'cuda' else suppress
        loss_scaler = torch.cuda.amp.GradScaler() if device.type == 'cuda' else None
    model_ema = ModelEma(model) if args.model_ema else None
    if args.distributed:
        if has_apex and use_amp == 'apex':
            model = ApexDDP(model, delay_allreduce=True)
        else:
            model = NativeDDP(model, device_ids=[device] if device.type == 'cuda' else None)
    data = torch.utils.data.TensorDataset(torch.randn(32, 6), torch.randint(0, 3, (32,)))
    loader = create_loader(data, args.batch_size, is_training=True, use_prefetcher=args.prefetcher,
                           distributed=args.distributed, pin_memory=args.pin_mem)
    for epoch in range(args.epochs):
        if args.distributed and hasattr(loader.sampler, 'set_epoch'):
            loader.sampler.set_epoch(epoch)
        metrics = train_one_epoch(model, loader, optimizer, device, args, amp_autocast, loss_scaler, model_ema)
        if distributed.is_primary(args):
            _logger.info('%d %s', epoch, dict(metrics))


def train_one_epoch(model, loader, optimizer, device, args, amp_autocast, loss_scaler, model_ema):
    model.train()
    end = time.time()
    for input, target in loader:
        if not args.prefetcher:
            input, target = input.to(device), target.to(device)
        with amp_autocast():
            loss = nn.functional.cross_entropy(model(input), target)
        optimizer.zero_grad()
        if loss_scaler is not None:
            loss_scaler.scale(loss).backward()
            loss_scaler.step(optimizer)
            loss_scaler.update()
        else:
            loss.backward()
            optimizer.step()
        if model_ema is not None:
            model_ema.update(model.module if args.distributed else model)
        if device.type == 'cuda':
            torch.cuda.synchronize()
        if args.distributed:
            reduced = distributed.reduce_tensor(loss.data, args.world_size)
    return OrderedDict([('loss', reduced.item()), ('time', time.time() - end)])


if __name__ == '__main__':
    main()
