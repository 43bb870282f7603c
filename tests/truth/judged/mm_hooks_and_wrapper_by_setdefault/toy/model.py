import torch
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS


@MODELS.register_module()
class ToyNet(BaseModel):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Linear(4, 1)

    def forward(self, x, y, mode='tensor'):
        out = self.body(x)
        return dict(loss=(out - y).pow(2).mean()) if mode == 'loss' else out


@DATASETS.register_module()
class Points(torch.utils.data.Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return dict(x=torch.full((4,), i / self.n), y=torch.tensor([float(i % 3)]))
