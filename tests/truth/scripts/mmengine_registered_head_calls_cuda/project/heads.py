import torch
from mmengine.registry import MODELS
from torch import nn


@MODELS.register_module()
class PlainHead(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, 3)

    def forward(self, x):
        return self.fc(x)


@MODELS.register_module()
class WeightedHead(nn.Module):
    """Weighs the classes."""

    def __init__(self, width, weights):
        super().__init__()
        self.fc = nn.Linear(width, 3)
        self.weights = torch.tensor(weights).cuda()  # truth: dies

    def forward(self, x):
        return self.fc(x) * self.weights
