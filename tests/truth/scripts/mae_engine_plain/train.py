import argparse

import torch
from torch import nn

import util.misc as misc
from engine_pretrain import train_one_epoch
from util.misc import NativeScalerWithGradNormCount as NativeScaler


def get_args_parser():
    parser = argparse.ArgumentParser('MAE pre-training', add_help=False)
    parser.add_argument('--batch_size', default=4, type=int)
    parser.add_argument('--epochs', default=400, type=int)
    parser.add_argument('--accum_iter', default=1, type=int)
    parser.add_argument('--device', default='cpu')
    parser.add_argument('--seed', default=0, type=int)
    parser.add_argument('--pin_mem', action='store_true')
    parser.set_defaults(pin_mem=True)
    return parser


def main(args):
    misc.init_distributed_mode(args)
    device = torch.device(args.device)
    torch.manual_seed(args.seed + args.rank)
    dataset_train = torch.utils.data.TensorDataset(torch.randn(32, 8), torch.zeros(32))
    sampler_train = torch.utils.data.DistributedSampler(
        dataset_train, num_replicas=args.world_size, rank=args.rank, shuffle=True)
    data_loader_train = torch.utils.data.DataLoader(
        dataset_train, sampler=sampler_train, batch_size=args.batch_size, pin_memory=args.pin_mem, drop_last=True)
    model = nn.Sequential(nn.Linear(8, 4), nn.GELU(), nn.Linear(4, 8))
    model.to(device)
    model = nn.parallel.DistributedDataParallel(model, find_unused_parameters=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.95))
    loss_scaler = NativeScaler()
    for epoch in range(args.epochs):
        data_loader_train.sampler.set_epoch(epoch)
        train_one_epoch(model, data_loader_train, optimizer, device, epoch, loss_scaler, args=args)


if __name__ == '__main__':
    args = argparse.ArgumentParser(parents=[get_args_parser()]).parse_args()
    main(args)
