import torch
from mmengine.registry import DATASETS


@DATASETS.register_module()
class Points(torch.utils.data.Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, i):
        return dict(x=torch.full((4,), i / 16), y=i % 3)
