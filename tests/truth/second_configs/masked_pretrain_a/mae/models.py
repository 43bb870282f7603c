import torch
from mmengine.model import BaseModel
from torch import nn


class Spectra(torch.utils.data.Dataset):

    def __init__(self, length):
        self.values = torch.randn(length, 6, 5, generator=torch.Generator().manual_seed(4))

    def __len__(self):
        return len(self.values)

    def __getitem__(self, index):
        return dict(patches=self.values[index])


class ToyMAE(BaseModel):

    def __init__(self, patches, dim, **kwargs):
        super().__init__(**kwargs)
        self.ratio = 0.5
        self.embed = nn.Linear(5, dim)
        self.mask_token = nn.Parameter(torch.zeros(dim))
        self.mixer = nn.Linear(patches, patches)
        self.pixel = nn.Linear(dim, 5)

    def forward(self, patches, mode='tensor'):
        hidden = torch.rand(patches.shape[:2], device=patches.device) < self.ratio
        x = torch.where(hidden[..., None], self.mask_token, self.embed(patches))
        x = self.pixel(self.mixer(x.transpose(1, 2)).transpose(1, 2).relu())
        if mode == 'loss':
            error = (x - patches).pow(2).mean(-1)
            return dict(loss=(error * hidden).sum() / hidden.sum().clamp(min=1))
        return x
