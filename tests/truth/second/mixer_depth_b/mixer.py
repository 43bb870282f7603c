import torch
from torch import nn


class MixerBlock(nn.Module):
    def __init__(self, tokens, dim, drop_path=0.0):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.token = nn.Linear(tokens, tokens)
        self.channel = nn.Linear(dim, dim)
        self.drop_path = drop_path

    def forward(self, x):
        if self.training and torch.rand(()).item() < self.drop_path:
            return x
        x = x + self.token(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        return x + self.channel(self.norm2(x)).relu()


class Mixer(nn.Module):
    def __init__(self, depth=3, tokens=4, dim=8, drop_path_rate=0.1, num_classes=3):
        super().__init__()
        rates = torch.linspace(0, drop_path_rate, depth).tolist()
        self.blocks = nn.Sequential(*[MixerBlock(tokens, dim, rate) for rate in rates])
        self.head = nn.Linear(dim, num_classes)

    def forward(self, x):
        return self.head(self.blocks(x).mean(1))
