import torch
from torch import nn


def get_norm(name, channels):
    table = {'BN': nn.BatchNorm2d, 'syncBN': nn.SyncBatchNorm, 'GN': lambda c: nn.GroupNorm(2, c)}
    if name == 'syncBN' and not torch.cuda.is_available():
        name = 'BN'
    return table[name](channels)


class Baseline(nn.Module):
    def __init__(self, cfg, num_classes):
        super().__init__()
        width, norm = cfg['WIDTH'], cfg['NORM']
        self.backbone = nn.Sequential(nn.Conv2d(3, width, 3, 2, bias=False), get_norm(norm, width),
                                      nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(1))
        self.bottleneck = nn.Linear(width, cfg['EMBED'])
        self.classifier = nn.Linear(cfg['EMBED'], num_classes, bias=False)

    def forward(self, images):
        feat = self.bottleneck(self.backbone(images).flatten(1))
        return self.classifier(feat), feat
