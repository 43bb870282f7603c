import torch
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def loaders(batch_size):
    g = torch.Generator().manual_seed(11)
    data = TensorDataset(torch.randn(32, 6, generator=g), torch.randint(0, 3, (32,), generator=g))
    return DataLoader(data, batch_size, sampler=DistributedSampler(data))
