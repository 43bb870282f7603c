import argparse

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import BatchSampler, DataLoader, DistributedSampler, TensorDataset

import util.misc as utils
from engine import train_one_epoch


def get_args_parser():
    parser = argparse.ArgumentParser('Set transformer detector', add_help=False)
    parser.add_argument('--device', default='cuda')
    parser.add_argument('--epochs', default=2, type=int)
    parser.add_argument('--dist_url', default='env://')
    return parser


class Detector(nn.Module):
    def __init__(self, queries=3, dim=8):
        super().__init__()
        self.backbone = nn.Conv2d(3, dim, 4, stride=4)
        self.query_embed = nn.Embedding(queries, dim)
        self.class_embed = nn.Linear(dim, 2)
        self.bbox_embed = nn.Linear(dim, 4)

    def forward(self, x):
        memory = self.backbone(x).flatten(2).mean(-1)
        hs = memory[:, None] + self.query_embed.weight[None]
        return self.class_embed(hs), self.bbox_embed(hs).sigmoid()


def criterion(logits, boxes, targets):
    labels = torch.zeros(logits.shape[:2], dtype=torch.long, device=logits.device)
    return F.cross_entropy(logits.transpose(1, 2), labels) + F.l1_loss(boxes, targets)


def main(args):
    utils.init_distributed_mode(args)
    device = torch.device(args.device)
    torch.manual_seed(42 + utils.get_rank())
    model = Detector().to(device)
    if args.distributed:
        ids = [args.gpu] if device.type == 'cuda' else None
        model = nn.parallel.DistributedDataParallel(model, device_ids=ids)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    g = torch.Generator().manual_seed(0)
    dataset = TensorDataset(torch.randn(16, 3, 8, 8, generator=g),
                            torch.rand(16, 3, 4, generator=g))
    sampler = DistributedSampler(dataset) if args.distributed else None
    loader = DataLoader(dataset, batch_sampler=BatchSampler(sampler, 4, drop_last=True))
    for epoch in range(args.epochs):
        if args.distributed:
            sampler.set_epoch(epoch)
        print(train_one_epoch(model, criterion, loader, optimizer, device, epoch))


if __name__ == '__main__':
    main(argparse.ArgumentParser(parents=[get_args_parser()]).parse_args())
