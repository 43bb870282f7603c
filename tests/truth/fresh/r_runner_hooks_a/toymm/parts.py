import torch
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS
from torch import nn


@DATASETS.register_module()
class ToyLines(torch.utils.data.Dataset):
    def __init__(self, length):
        self.x = torch.linspace(0, 1, length)[:, None]

    def __len__(self):
        return len(self.x)

    def __getitem__(self, index):
        return dict(inputs=self.x[index], target=3 * self.x[index] - 1)


@MODELS.register_module()
class ToyRegressor(BaseModel):
    def __init__(self, width):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, inputs, target=None, mode='tensor'):
        output = self.net(inputs)
        return dict(loss=(output - target).square().mean()) if mode == 'loss' else output
