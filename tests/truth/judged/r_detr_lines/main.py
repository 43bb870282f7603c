import argparse
import random

import numpy as np
import torch
from torch.utils.data import DataLoader, DistributedSampler, Dataset

import util.misc as utils
from model import TinyDETR, SetCriterion


def get_args_parser():
    parser = argparse.ArgumentParser('Set transformer detector', add_help=False)
    parser.add_argument('--lr', default=1e-3, type=float)
    parser.add_argument('--batch_size', default=4, type=int)
    parser.add_argument('--weight_decay', default=1e-4, type=float)
    parser.add_argument('--epochs', default=2, type=int)
    parser.add_argument('--clip_max_norm', default=0.1, type=float)
    parser.add_argument('--device', default='cuda', help='device to use for training / testing')
    parser.add_argument('--resume', default='', help='resume from checkpoint')
    parser.add_argument('--seed', default=42, type=int)
    parser.add_argument('--dist_url', default='env://', help='url used to set up distributed training')
    return parser


class Tables(Dataset):
    def __len__(self):
        return 32

    def __getitem__(self, i):
        g = torch.Generator().manual_seed(i)
        return (torch.randn(3, 16, 16, generator=g),
                {'labels': torch.randint(0, 4, (4,), generator=g), 'boxes': torch.rand(4, 4, generator=g)})


def train_one_epoch(model, criterion, loader, optimizer, device, epoch, max_norm):
    model.train()
    logger = utils.MetricLogger(delimiter="  ")
    for samples, targets in logger.log_every(loader, 2, f'Epoch: [{epoch}]'):
        samples = samples.to(device)
        targets = {k: v.to(device) for k, v in targets.items()}
        loss_dict = criterion(model(samples), targets)
        losses = sum(loss_dict.values())
        reduced = utils.reduce_dict({k: v.detach() for k, v in loss_dict.items()})
        optimizer.zero_grad()
        losses.backward()
        if max_norm > 0:
            torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()
        if torch.cuda.is_available():
            torch.cuda.synchronize()
        logger.update(loss=sum(reduced.values()), **reduced)
    logger.synchronize_between_processes(device)
    print('Averaged stats:', logger)


def main(args):
    utils.init_distributed_mode(args)
    device = torch.device(args.device)
    seed = args.seed + utils.get_rank()
    torch.manual_seed(seed)
    np.random.seed(seed)
    random.seed(seed)
    model = TinyDETR().to(device)
    criterion = SetCriterion().to(device)
    model_without_ddp = model
    if args.distributed:
        device_ids = [args.gpu] if device.type == 'cuda' else None
        model = torch.nn.parallel.DistributedDataParallel(model, device_ids=device_ids)
        model_without_ddp = model.module
    optimizer = torch.optim.AdamW(model_without_ddp.parameters(), lr=args.lr, weight_decay=args.weight_decay)
    dataset = Tables()
    if args.distributed:
        sampler = DistributedSampler(dataset)
    else:
        sampler = torch.utils.data.RandomSampler(dataset)
    loader = DataLoader(dataset, args.batch_size, sampler=sampler, drop_last=True)
    if args.resume:
        checkpoint = torch.load(args.resume, map_location='cpu')
        model_without_ddp.load_state_dict(checkpoint['model'])
    for epoch in range(args.epochs):
        if args.distributed:
            sampler.set_epoch(epoch)
        train_one_epoch(model, criterion, loader, optimizer, device, epoch, args.clip_max_norm)
        utils.save_on_master({'model': model_without_ddp.state_dict()}, 'checkpoint.pth')


if __name__ == '__main__':
    parser = argparse.ArgumentParser('DETR training', parents=[get_args_parser()])
    main(parser.parse_args())
