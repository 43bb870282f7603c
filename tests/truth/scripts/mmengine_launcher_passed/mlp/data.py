import torch
from mmengine.registry import DATASETS


@DATASETS.register_module()
class Ramp(torch.utils.data.Dataset):
    def __init__(self, length):
        self.length = length

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        return {'x': torch.tensor([index / self.length, 1.0]), 'y': torch.tensor([float(index)])}
