import argparse

import torch
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

import util.misc as misc
from engine_pretrain import train_one_epoch
from util.misc import NativeScalerWithGradNormCount as NativeScaler


def get_args_parser():
    parser = argparse.ArgumentParser('MAE pre-training', add_help=False)
    parser.add_argument('--batch_size', default=4, type=int)
    parser.add_argument('--epochs', default=400, type=int)
    parser.add_argument('--accum_iter', default=1, type=int)
    parser.add_argument('--device', default='cuda')
    parser.add_argument('--seed', default=0, type=int)
    parser.add_argument('--pin_mem', action='store_true')
    parser.add_argument('--no_pin_mem', action='store_false', dest='pin_mem')
    parser.set_defaults(pin_mem=True)
    parser.add_argument('--dist_url', default='env://')
    return parser


class Autoencoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = torch.nn.Linear(12, 4)
        self.decoder = torch.nn.Linear(4, 12)

    def forward(self, x, mask_ratio=0.75):
        mask = (torch.rand_like(x) > mask_ratio).float()
        pred = self.decoder(self.encoder(x * mask))
        return ((pred - x) ** 2).mean(), pred, mask


def main(args):
    misc.init_distributed_mode(args)
    device = torch.device(args.device)
    torch.manual_seed(args.seed)
    dataset = TensorDataset(torch.randn(32, 12), torch.zeros(32))
    sampler = DistributedSampler(dataset, shuffle=True)
    loader = DataLoader(dataset, sampler=sampler, batch_size=args.batch_size, pin_memory=args.pin_mem, drop_last=True)
    model = Autoencoder().to(device)
    if args.distributed:
        ids = [args.gpu] if args.device == 'cuda' else None
        model = torch.nn.parallel.DistributedDataParallel(model, device_ids=ids)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.95))
    for epoch in range(args.epochs):
        if args.distributed:
            loader.sampler.set_epoch(epoch)
        train_one_epoch(model, loader, optimizer, device, epoch, NativeScaler(), args=args)


if __name__ == '__main__':
    main(argparse.ArgumentParser(parents=[get_args_parser()]).parse_args())
