from torch import nn


class SegNet(nn.Module):
    def __init__(self, classes=2, aux_loss=False):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8))
        self.heads = nn.ModuleDict({name: nn.Conv2d(8, classes, 1) for name in ["out"] + ["aux"] * aux_loss})

    def forward(self, x):
        features = self.backbone(x).relu()
        return {name: head(features) for name, head in self.heads.items()}
