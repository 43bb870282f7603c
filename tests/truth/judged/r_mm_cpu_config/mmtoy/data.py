import torch
from torch.utils.data import Dataset
from mmengine.registry import DATASETS


@DATASETS.register_module()
class ToyDataset(Dataset):
    METAINFO = dict(classes=('a', 'b', 'c'))

    def __init__(self, length=48):
        g = torch.Generator().manual_seed(0)
        self.x = torch.randn(length, 10, generator=g)
        self.y = torch.randint(0, 3, (length,), generator=g)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return dict(inputs=self.x[i], labels=self.y[i])
