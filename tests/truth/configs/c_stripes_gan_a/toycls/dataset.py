import torch
from mmengine.registry import DATASETS
from torch.utils.data import Dataset


@DATASETS.register_module()
class StripesDataset(Dataset):
    """Small images whose stripes tell the class."""

    def __init__(self, length=16, size=4, seed=0):
        generator = torch.Generator().manual_seed(seed)
        self.images = torch.randn(length, 3, size, size, generator=generator)
        self.targets = torch.arange(length) % 4

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return dict(inputs=self.images[index], label=self.targets[index])
