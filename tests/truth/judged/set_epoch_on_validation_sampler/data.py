import torch
from torch.utils.data import DataLoader, DistributedSampler, random_split


class Pictures(torch.utils.data.Dataset):
    def __init__(self, n=40):
        g = torch.Generator().manual_seed(1)
        self.x = torch.randn(n, 3, 4, 4, generator=g)
        self.y = torch.randint(0, 4, (n, 4, 4), generator=g)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def build_loaders(batch_size):
    train, val = random_split(Pictures(), [32, 8], generator=torch.Generator().manual_seed(0))
    loaders = []
    for name, split in dict(train=train, val=val).items():
        sampler = DistributedSampler(split, shuffle=name == "train")  # truth: wrong
        loaders.append(DataLoader(split, batch_size, sampler=sampler))
    return (*loaders, sampler)  # truth: wrong
