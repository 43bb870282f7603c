import argparse
import os
import sys

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.distributed import DistributedSampler

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))

from config import cfg  # noqa: E402
from lib.seg import FCN, FullModel  # noqa: E402


class Cityscapes(Dataset):
    def __init__(self, size, crop):
        g = torch.Generator().manual_seed(11)
        self.images = torch.randn(size, 3, *crop, generator=g)
        self.labels = torch.randint(0, cfg.MODEL.NUM_CLASSES, (size, *crop), generator=g)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return self.images[index], self.labels[index]


def parse_args():
    parser = argparse.ArgumentParser(description='Train segmentation network')
    parser.add_argument('--cpu', action='store_true')
    parser.add_argument('--local_rank', type=int, default=int(os.environ.get('LOCAL_RANK', -1)))
    return parser.parse_args()


def main():
    args = parse_args()
    distributed = args.local_rank >= 0
    device = torch.device('cpu' if args.cpu else f'cuda:{args.local_rank}')
    if distributed:
        dist.init_process_group('gloo' if args.cpu else 'nccl', init_method='env://')
    torch.manual_seed(0)
    model = FullModel(FCN(cfg.MODEL.NUM_CLASSES, cfg.MODEL.WIDTH))
    if distributed and cfg.MODEL.SYNC_BN and not args.cpu:
        model = nn.SyncBatchNorm.convert_sync_batchnorm(model)
    model = model.to(device)
    if distributed:
        ids = None if args.cpu else [args.local_rank]
        model = nn.parallel.DistributedDataParallel(model, device_ids=ids)
    dataset = Cityscapes(cfg.DATASET.SIZE, cfg.DATASET.CROP)
    sampler = DistributedSampler(dataset) if distributed else None
    loader = DataLoader(dataset, cfg.TRAIN.BATCH, shuffle=sampler is None, sampler=sampler)
    optimizer = torch.optim.SGD(model.parameters(), cfg.TRAIN.LR, 0.9)
    for epoch in range(cfg.TRAIN.EPOCHS):
        if loader.sampler is not None and hasattr(loader.sampler, 'set_epoch'):
            loader.sampler.set_epoch(epoch)
        for images, labels in loader:
            loss = model(images.to(device), labels.to(device)).mean()
            model.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


if __name__ == '__main__':
    main()
