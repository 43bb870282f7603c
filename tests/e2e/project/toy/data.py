import torch
from mmengine.registry import DATASETS


@DATASETS.register_module()
class ToyDataset(torch.utils.data.Dataset):
    """Every sample is another one, and the same in every run."""

    def __init__(self, length=8):
        self.length = length

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        noise = torch.Generator().manual_seed(index)
        return dict(inputs=torch.randn(3, 4, 4, generator=noise), targets=torch.tensor([float(index)]))
