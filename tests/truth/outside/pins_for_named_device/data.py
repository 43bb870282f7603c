import torch
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def build(batch_size, **kwargs):
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    options = dict(num_workers=0, pin_memory=True, pin_memory_device="cuda", drop_last=True)  # truth: dies
    options.update(kwargs)
    return DataLoader(data, batch_size, sampler=sampler, **options)  # truth: dies
