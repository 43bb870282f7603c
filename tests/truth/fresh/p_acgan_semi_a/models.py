import torch
from torch import nn


class G(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.embed = nn.Embedding(classes, 4)
        self.net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 12), nn.Tanh())

    def forward(self, z, y):
        return self.net(torch.cat([z, self.embed(y)], 1))


class D(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(12, 16), nn.LeakyReLU(0.2))
        self.adv = nn.Linear(16, 1)
        self.aux = nn.Linear(16, classes)

    def forward(self, x, labeled=True):
        h = self.trunk(x)
        return self.adv(h).squeeze(1), self.aux(h) if labeled else None
