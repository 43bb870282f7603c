import torch
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS


@MODELS.register_module()
class ConvModel(BaseModel):
    def __init__(self, channels):
        super().__init__()
        self.conv = torch.nn.Conv2d(1, channels, 3)

    def forward(self, img, mode='tensor'):
        out = self.conv(img).mean((1, 2, 3))
        return dict(loss=(out - 1).pow(2).mean()) if mode == 'loss' else out


@DATASETS.register_module()
class Noise(torch.utils.data.Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        return dict(img=torch.randn(1, 5, 5, generator=torch.Generator().manual_seed(i)))
