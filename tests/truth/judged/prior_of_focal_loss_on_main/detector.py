import torch
import torch.nn.functional as F
from torch import nn


class ToyBoxes(torch.utils.data.Dataset):
    def __init__(self, n):
        g = torch.Generator().manual_seed(4)
        self.x = torch.randn(n, 5, generator=g)
        self.boxes = torch.rand(n, 4, generator=g)
        self.label = (self.x.sum(1) > 0).float()

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.boxes[i], self.label[i]


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(5, 12), nn.ReLU())
        self.cls_head = nn.Linear(12, 1)
        self.reg_head = nn.Linear(12, 4)

    def forward(self, x):
        h = self.backbone(x)
        return self.cls_head(h).squeeze(1), self.reg_head(h)


def focal_loss(logits, target, gamma=2.0):
    p = torch.sigmoid(logits)
    ce = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    return (ce * (1 - torch.where(target > 0, p, 1 - p)) ** gamma).mean()
