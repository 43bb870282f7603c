import argparse
import math
import sys

import torch

import util.misc as misc
from models_mae import MaskedAutoencoder


def get_args_parser():
    parser = argparse.ArgumentParser('MAE pre-training', add_help=False)
    parser.add_argument('--batch_size', default=8, type=int)
    parser.add_argument('--epochs', default=2, type=int)
    parser.add_argument('--accum_iter', default=1, type=int)
    parser.add_argument('--mask_ratio', default=0.75, type=float)
    parser.add_argument('--blr', type=float, default=1e-3)
    parser.add_argument('--device', default='cuda', help='device to use for training / testing')
    parser.add_argument('--seed', default=0, type=int)
    parser.add_argument('--dist_url', default='env://')
    return parser


def train_one_epoch(model, loader, optimizer, device, epoch, loss_scaler, args):
    model.train(True)
    optimizer.zero_grad()
    for it, (samples,) in enumerate(loader):
        samples = samples.to(device, non_blocking=True)
        loss, _, _ = model(samples, mask_ratio=args.mask_ratio)
        if not math.isfinite(loss.item()):
            print("Loss is {}, stopping training".format(loss.item()))
            sys.exit(1)
        if device.type == 'cuda':
            torch.cuda.synchronize()
        loss_scaler(loss / args.accum_iter, optimizer, update_grad=(it + 1) % args.accum_iter == 0)
        if (it + 1) % args.accum_iter == 0:
            optimizer.zero_grad()
        value = misc.all_reduce_mean(loss.item())
    if misc.get_rank() == 0:
        print(epoch, value)


def main(args):
    misc.init_distributed_mode(args)
    device = torch.device(args.device)
    torch.manual_seed(args.seed + misc.get_rank())
    data = torch.utils.data.TensorDataset(torch.randn(64, 3, 16, 16, generator=torch.Generator().manual_seed(3)))
    sampler = torch.utils.data.DistributedSampler(data, num_replicas=misc.get_world_size(), rank=misc.get_rank(), shuffle=True)
    loader = torch.utils.data.DataLoader(data, sampler=sampler, batch_size=args.batch_size, drop_last=True)
    model = MaskedAutoencoder()
    model.to(device)
    if args.distributed:
        model = torch.nn.parallel.DistributedDataParallel(model, find_unused_parameters=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.blr, betas=(0.9, 0.95))
    loss_scaler = misc.NativeScaler(enabled=device.type == 'cuda')
    print(f'effective batch size {args.batch_size * args.accum_iter * misc.get_world_size()}')
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        train_one_epoch(model, loader, optimizer, device, epoch, loss_scaler, args)


if __name__ == '__main__':
    main(argparse.ArgumentParser('MAE', parents=[get_args_parser()]).parse_args())
