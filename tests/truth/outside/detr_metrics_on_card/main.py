import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, RandomSampler, TensorDataset

import util.misc as utils
from engine import train_one_epoch


def get_args_parser():
    parser = argparse.ArgumentParser('Set transformer detector', add_help=False)
    parser.add_argument('--lr', default=1e-2, type=float)
    parser.add_argument('--batch_size', default=4, type=int)
    parser.add_argument('--epochs', default=300, type=int)
    parser.add_argument('--clip_max_norm', default=0.1, type=float)
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    parser.add_argument('--seed', default=42, type=int)
    parser.add_argument('--num_workers', default=0, type=int)
    parser.add_argument('--world_size', default=1, type=int)
    parser.add_argument('--dist_url', default='env://')
    return parser


def main(args):
    utils.init_distributed_mode(args)
    device = torch.device(args.device)
    torch.manual_seed(args.seed + utils.get_rank())
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
    model.to(device)
    criterion = nn.CrossEntropyLoss()
    model_without_ddp = model
    if args.distributed:
        ids = [args.gpu] if device.type == 'cuda' else None
        model = nn.parallel.DistributedDataParallel(model, device_ids=ids)
        model_without_ddp = model.module
    optimizer = torch.optim.AdamW(model_without_ddp.parameters(), lr=args.lr)
    dataset = TensorDataset(torch.randn(32, 6), torch.randint(0, 3, (32,)))
    sampler = DistributedSampler(dataset) if args.distributed else RandomSampler(dataset)
    loader = DataLoader(dataset, args.batch_size, sampler=sampler, num_workers=args.num_workers)
    for epoch in range(args.epochs):
        if args.distributed:
            sampler.set_epoch(epoch)
        train_one_epoch(model, criterion, loader, optimizer, device, epoch)


if __name__ == '__main__':
    parser = argparse.ArgumentParser('DETR training and evaluation script', parents=[get_args_parser()])
    args = parser.parse_args()
    main(args)
