import argparse
import json
import os

import torch
import torch.distributed as dist
import torch.nn as nn

from engine_finetune import evaluate, train_one_epoch


def get_args_parser():
    parser = argparse.ArgumentParser('fine-tuning for image classification', add_help=False)
    parser.add_argument('--batch_size', default=8, type=int)
    parser.add_argument('--epochs', default=2, type=int)
    parser.add_argument('--clip_grad', type=float, default=None)
    parser.add_argument('--lr', type=float, default=0.05)
    parser.add_argument('--device', default='cpu')
    parser.add_argument('--seed', default=0, type=int)
    parser.add_argument('--output_dir', default='')
    return parser


def main(args):
    args.distributed = int(os.environ.get('WORLD_SIZE', 1)) > 1
    if args.distributed:
        dist.init_process_group('nccl' if args.device == 'cuda' else 'gloo')
    rank = dist.get_rank() if args.distributed else 0
    world = dist.get_world_size() if args.distributed else 1
    device = torch.device(args.device)
    torch.manual_seed(args.seed)
    g = torch.Generator().manual_seed(9)
    x = torch.randn(64, 1, 6, 6, generator=g)
    y = (x.mean((1, 2, 3)) > 0).long()
    train_set = torch.utils.data.TensorDataset(x[:48], y[:48])
    val_set = torch.utils.data.TensorDataset(x[48:], y[48:])
    sampler = torch.utils.data.DistributedSampler(train_set, num_replicas=world, rank=rank, shuffle=True)
    data_loader_train = torch.utils.data.DataLoader(train_set, sampler=sampler, batch_size=args.batch_size, drop_last=True)
    data_loader_val = torch.utils.data.DataLoader(val_set, batch_size=args.batch_size)
    model = nn.Sequential(nn.Flatten(), nn.Linear(36, 24), nn.GELU(), nn.Linear(24, 2))
    model.to(device)
    model_without_ddp = model
    if args.distributed:
        model = torch.nn.parallel.DistributedDataParallel(model, device_ids=[rank] if device.type == 'cuda' else None)
        model_without_ddp = model.module
    optimizer = torch.optim.SGD(model_without_ddp.parameters(), lr=args.lr, momentum=0.9)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(args.epochs):
        if args.distributed:
            data_loader_train.sampler.set_epoch(epoch)
        stats = train_one_epoch(model_without_ddp, criterion, data_loader_train, optimizer, device, epoch, args)  # truth: wrong
        acc = evaluate(data_loader_val, model_without_ddp, device)
        if rank == 0:
            print(json.dumps({**stats, 'epoch': epoch, 'acc': acc}))
            if args.output_dir:
                torch.save({'model': model_without_ddp.state_dict()}, os.path.join(args.output_dir, 'checkpoint.pth'))


if __name__ == '__main__':
    main(get_args_parser().parse_args())
