import argparse
import logging
import os

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, Dataset, random_split


class ToySeg(Dataset):
    def __init__(self, n=40):
        g = torch.Generator().manual_seed(0)
        self.images = torch.randn(n, 1, 8, 8, generator=g)
        self.masks = (self.images.squeeze(1) > 0).long()

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        return {'image': self.images[i], 'mask': self.masks[i]}


class UNet(nn.Module):
    def __init__(self, n_channels=1, n_classes=2):
        super().__init__()
        self.inc = nn.Conv2d(n_channels, 4, 3, padding=1)
        self.down = nn.Conv2d(4, 8, 3, stride=2, padding=1)
        self.up = nn.ConvTranspose2d(8, 4, 2, stride=2)
        self.outc = nn.Conv2d(8, n_classes, 1)

    def forward(self, x):
        a = F.relu(self.inc(x))
        b = F.relu(self.up(F.relu(self.down(a))))
        return self.outc(torch.cat([a, b], 1))


def get_args():
    p = argparse.ArgumentParser(description='Train the UNet on images and target masks')
    p.add_argument('--epochs', '-e', type=int, default=2)
    p.add_argument('--batch-size', '-b', type=int, default=8)
    p.add_argument('--learning-rate', '-l', type=float, default=1e-2, dest='lr')
    p.add_argument('--validation', '-v', type=float, default=20.0, dest='val')
    return p.parse_args()


def train_model(model, device, args, rank):
    dataset = ToySeg()
    n_val = int(len(dataset) * args.val / 100)
    train_set, val_set = random_split(dataset, [len(dataset) - n_val, n_val], generator=torch.Generator().manual_seed(0))
    loader_args = dict(batch_size=args.batch_size, num_workers=0)
    train_loader = DataLoader(train_set, shuffle=True, drop_last=True, **loader_args)  # truth: wrong
    val_loader = DataLoader(val_set, shuffle=False, **loader_args)
    optimizer = torch.optim.RMSprop(model.parameters(), lr=args.lr)
    for epoch in range(1, args.epochs + 1):
        model.train()
        for batch in train_loader:
            images, masks = batch['image'].to(device), batch['mask'].to(device)
            loss = F.cross_entropy(model(images), masks)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            acc = sum((model(b['image'].to(device)).argmax(1) == b['mask'].to(device)).float().mean().item() for b in val_loader)
        if rank == 0:
            logging.info('epoch %d acc %.3f', epoch, acc / len(val_loader))


if __name__ == '__main__':
    args = get_args()
    logging.basicConfig(level=logging.INFO, format='%(levelname)s: %(message)s')
    torch.manual_seed(0)
    use_cuda = torch.cuda.is_available()
    dist.init_process_group('nccl' if use_cuda else 'gloo')
    local_rank = int(os.environ['LOCAL_RANK'])
    device = torch.device('cuda', local_rank) if use_cuda else torch.device('cpu')
    model = UNet().to(device)
    model = DDP(model, device_ids=[local_rank] if use_cuda else None)
    train_model(model, device, args, dist.get_rank())
    dist.destroy_process_group()
