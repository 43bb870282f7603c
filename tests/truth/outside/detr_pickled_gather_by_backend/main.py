import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, RandomSampler, SequentialSampler, TensorDataset

import util.misc as utils
from engine import evaluate, train_one_epoch


def get_args_parser():
    parser = argparse.ArgumentParser('Set transformer detector', add_help=False)
    parser.add_argument('--lr', default=1e-2, type=float)
    parser.add_argument('--batch_size', default=4, type=int)
    parser.add_argument('--epochs', default=300, type=int)
    parser.add_argument('--device', default='cpu', help='device to use for training / testing')
    parser.add_argument('--seed', default=42, type=int)
    parser.add_argument('--resume', default='')
    parser.add_argument('--world_size', default=1, type=int)
    parser.add_argument('--dist_url', default='env://')
    return parser


def main(args):
    utils.init_distributed_mode(args)
    device = torch.device(args.device)
    torch.manual_seed(args.seed)
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3)).to(device)
    model_without_ddp = model
    if args.distributed:
        model = nn.parallel.DistributedDataParallel(
            model, device_ids=[args.gpu] if device.type == 'cuda' else None)
        model_without_ddp = model.module
    if args.resume:
        model_without_ddp.load_state_dict(torch.load(args.resume, map_location='cpu')['model'])
    optimizer = torch.optim.AdamW(model_without_ddp.parameters(), lr=args.lr)
    data_train = TensorDataset(torch.randn(32, 6), torch.randint(0, 3, (32,)))
    data_val = TensorDataset(torch.randn(8, 6), torch.randint(0, 3, (8,)))
    if args.distributed:
        sampler_train = DistributedSampler(data_train)
        sampler_val = DistributedSampler(data_val, shuffle=False)
    else:
        sampler_train = RandomSampler(data_train)
        sampler_val = SequentialSampler(data_val)
    batches = torch.utils.data.BatchSampler(sampler_train, args.batch_size, drop_last=True)
    loader_train = DataLoader(data_train, batch_sampler=batches)
    loader_val = DataLoader(data_val, args.batch_size, sampler=sampler_val)
    for epoch in range(args.epochs):
        if args.distributed:
            sampler_train.set_epoch(epoch)
        train_one_epoch(model, nn.CrossEntropyLoss(), loader_train, optimizer, device, epoch)
        print("accuracy", evaluate(model, loader_val, device))


if __name__ == '__main__':
    parser = argparse.ArgumentParser('DETR training and evaluation script', parents=[get_args_parser()])
    args = parser.parse_args()
    main(args)
