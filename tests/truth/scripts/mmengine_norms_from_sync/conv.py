import torch
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS
from torch import nn

NORMS = {'BN': nn.BatchNorm2d, 'SyncBN': nn.SyncBatchNorm}


@MODELS.register_module()
class ConvModel(BaseModel):
    def __init__(self, stem, neck):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(1, 2, 3), NORMS[stem['norm_cfg']['type']](2))
        self.neck = nn.Sequential(nn.Conv2d(2, 2, 1), NORMS[neck['norm_cfg']['type']](2))

    def forward(self, img, mode='tensor'):
        out = self.neck(self.stem(img).relu()).mean((1, 2, 3))
        return dict(loss=(out - 1).pow(2).mean()) if mode == 'loss' else out


@DATASETS.register_module()
class Noise(torch.utils.data.Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        return dict(img=torch.randn(1, 5, 5, generator=torch.Generator().manual_seed(i)))
