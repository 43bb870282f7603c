import argparse

import torch
import torch.backends.cudnn as cudnn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

import util.misc as misc
from engine_pretrain import train_one_epoch


def get_args_parser():
    parser = argparse.ArgumentParser('MAE pre-training', add_help=False)
    parser.add_argument('--batch_size', default=4, type=int)
    parser.add_argument('--epochs', default=400, type=int)
    parser.add_argument('--accum_iter', default=1, type=int)
    parser.add_argument('--device', default='cuda', help='device to use for training / testing')
    parser.add_argument('--resume', default='')
    parser.add_argument('--dist_url', default='env://')
    return parser


class Autoencoder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = torch.nn.Linear(12, 4)
        self.decoder = torch.nn.Linear(4, 12)

    def forward(self, x):
        return ((self.decoder(self.encoder(x)) - x) ** 2).mean()


def main(args):
    misc.init_distributed_mode(args)
    device = torch.device(args.device)
    torch.manual_seed(0)
    cudnn.benchmark = True
    dataset = TensorDataset(torch.randn(32, 12))
    sampler = DistributedSampler(dataset) if args.distributed else torch.utils.data.RandomSampler(dataset)
    loader = DataLoader(dataset, args.batch_size, sampler=sampler, pin_memory=True)
    model = Autoencoder()
    model.to(device)
    model_without_ddp = model
    if args.distributed:
        if device.type == 'cuda':
            model = torch.nn.parallel.DistributedDataParallel(model, device_ids=[args.gpu])
        else:
            model = torch.nn.parallel.DistributedDataParallel(model)
        model_without_ddp = model.module
    if args.resume:
        model_without_ddp.load_state_dict(torch.load(args.resume, map_location='cpu')['model'])
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scaler = torch.cuda.amp.GradScaler(enabled=device.type == 'cuda')
    for epoch in range(args.epochs):
        if args.distributed:
            sampler.set_epoch(epoch)
        train_one_epoch(model, loader, optimizer, device, scaler, args)
        misc.save_on_master({'model': model_without_ddp.state_dict()}, 'checkpoint.pth')


if __name__ == '__main__':
    main(argparse.ArgumentParser(parents=[get_args_parser()]).parse_args())
