import torch
from mmengine.registry import DATASETS
from torch.utils.data import Dataset


@DATASETS.register_module()
class RoadPatches(Dataset):

    def __init__(self, length):
        gen = torch.Generator().manual_seed(0)
        self.images = torch.rand(length, 3, 8, 8, generator=gen)
        self.masks = torch.randint(0, 3, (length, 8, 8), generator=gen)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return dict(inputs=self.images[index], masks=self.masks[index])
