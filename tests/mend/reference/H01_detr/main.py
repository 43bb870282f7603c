import argparse
import random

import numpy as np
import torch
from torch import nn
from torch.utils.data import BatchSampler, DataLoader, DistributedSampler, RandomSampler, TensorDataset

import util.misc as utils
from engine import train_one_epoch


def get_args_parser():
    parser = argparse.ArgumentParser('detector', add_help=False)
    parser.add_argument('--lr', default=1e-3, type=float)
    parser.add_argument('--batch_size', default=4, type=int)
    parser.add_argument('--epochs', default=1, type=int)
    parser.add_argument('--clip_max_norm', default=0.1, type=float)
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu',
                        help='device to use for training / testing')
    parser.add_argument('--seed', default=42, type=int)
    parser.add_argument('--world_size', default=1, type=int, help='number of distributed processes')
    parser.add_argument('--dist_url', default='env://', help='url used to set up distributed training')
    return parser


def main(args):
    utils.init_distributed_mode(args)
    device = torch.device(args.device)
    seed = args.seed + utils.get_rank()
    torch.manual_seed(seed)
    np.random.seed(seed)
    random.seed(seed)

    model = nn.Sequential(nn.Linear(10, 20), nn.ReLU(), nn.Linear(20, 4))
    model.to(device)
    criterion = nn.SmoothL1Loss().to(device)
    model_without_ddp = model
    if args.distributed:
        model = torch.nn.parallel.DistributedDataParallel(
            model, device_ids=[args.gpu] if device.type == 'cuda' else None)
        model_without_ddp = model.module
    optimizer = torch.optim.AdamW(model_without_ddp.parameters(), lr=args.lr)

    boxes = torch.rand(40, 4, generator=torch.Generator().manual_seed(0))
    dataset = TensorDataset(torch.cat([boxes, boxes.sin(), boxes[:, :2]], 1), boxes)
    if args.distributed:
        sampler_train = DistributedSampler(dataset)
    else:
        sampler_train = RandomSampler(dataset)
    batch_sampler = BatchSampler(sampler_train, args.batch_size, drop_last=True)
    loader = DataLoader(dataset, batch_sampler=batch_sampler, num_workers=0)
    for epoch in range(args.epochs):
        if args.distributed:
            sampler_train.set_epoch(epoch)
        stats = train_one_epoch(model, criterion, loader, optimizer, device, epoch, args.clip_max_norm)
        if utils.is_main_process():
            torch.save({'model': model_without_ddp.state_dict(), 'args': args}, 'checkpoint.pth')
        print(stats)


if __name__ == '__main__':
    main(argparse.ArgumentParser('training', parents=[get_args_parser()]).parse_args())
