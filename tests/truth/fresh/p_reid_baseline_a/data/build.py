import torch
from torch.utils.data import DataLoader, Dataset

from .sampler import RandomIdentitySampler
from utils.comm import get_rank, get_world_size


class ImageDataset(Dataset):
    def __init__(self, train):
        self.items = train
        g = torch.Generator().manual_seed(5)
        self.feats = torch.randn(len(train), 12, generator=g)

    def __getitem__(self, i):
        _, pid, cam = self.items[i]
        return self.feats[i], pid, cam

    def __len__(self):
        return len(self.items)


def build_loader(cfg):
    train = [(f'{i:04d}.jpg', i % 8, i % 2) for i in range(64)]
    if cfg['sampler'] == 'softmax_triplet':
        sampler = RandomIdentitySampler(train, cfg['batch'], cfg['instances'],
                                        get_rank(), get_world_size())
        return DataLoader(ImageDataset(train), cfg['batch'], sampler=sampler)
    return DataLoader(ImageDataset(train), cfg['batch'], shuffle=True)
