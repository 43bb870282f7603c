import torch
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.distributed import DistributedSampler


class Waves(Dataset):
    def __init__(self, n=32):
        t = torch.linspace(0, 6.28, n)
        self.x = torch.stack([t.sin(), t.cos()], 1)
        self.y = (2 * t).sin().unsqueeze(1)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def get_loader(batch_size, num_workers=0):
    dataset = Waves()
    sampler = DistributedSampler(dataset, shuffle=True)  # truth: wrong
    return DataLoader(dataset, batch_size, sampler=sampler, num_workers=num_workers)  # truth: wrong
