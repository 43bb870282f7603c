import argparse
import copy

import torch
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler

import utils
from data import MultiCropDataset
from engine import train_one_epoch
from loss import DINOLoss


def get_args_parser():
    parser = argparse.ArgumentParser("DINO", add_help=False)
    parser.add_argument("--out_dim", default=8, type=int)
    parser.add_argument("--batch_size_per_gpu", default=4, type=int)
    parser.add_argument("--epochs", default=2, type=int)
    parser.add_argument("--lr", default=0.01, type=float)
    parser.add_argument("--momentum_teacher", default=0.9, type=float)
    parser.add_argument("--dist_url", default="env://", type=str)
    parser.add_argument("--seed", default=0, type=int)
    return parser


def train_dino(args):
    utils.init_distributed_mode(args)
    utils.fix_random_seeds(args.seed)
    dataset = MultiCropDataset(32)
    sampler = DistributedSampler(dataset, shuffle=True)
    loader = DataLoader(dataset, sampler=sampler, batch_size=args.batch_size_per_gpu, drop_last=True)

    student = nn.Sequential(nn.Linear(6, 16), nn.GELU(), nn.Linear(16, args.out_dim)).to(args.device)
    teacher = copy.deepcopy(student)
    for p in teacher.parameters():
        p.requires_grad = False
    student = DDP(student, device_ids=[args.gpu] if args.device.type == "cuda" else None)
    dino_loss = DINOLoss(args.out_dim).to(args.device)
    optimizer = torch.optim.SGD(student.parameters(), lr=args.lr)

    for epoch in range(args.epochs):
        loader.sampler.set_epoch(epoch)
        stats = train_one_epoch(student, teacher, dino_loss, loader, optimizer, epoch, args)
        if utils.is_main_process():
            print(epoch, stats)


if __name__ == "__main__":
    parser = argparse.ArgumentParser("DINO", parents=[get_args_parser()])
    train_dino(parser.parse_args())
