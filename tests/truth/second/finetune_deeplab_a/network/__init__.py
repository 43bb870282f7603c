from collections import OrderedDict

from torch import nn

__all__ = ["deeplab", "set_classes"]


class ASPP(nn.Module):
    def __init__(self, channels, rates=(1, 2)):
        super().__init__()
        self.convs = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=r, dilation=r)
                                   for r in rates)

    def forward(self, x):
        return sum(conv(x).relu() for conv in self.convs)


def deeplab(num_classes=21, width=6):
    return nn.Sequential(OrderedDict(
        backbone=nn.Conv2d(3, width, 3, stride=2, padding=1),
        aspp=ASPP(width),
        classifier=nn.Conv2d(width, num_classes, 1),
        up=nn.Upsample(scale_factor=2, mode="nearest"),
    ))


def set_classes(model, num_classes):
    model = getattr(model, "module", model)
    model.classifier = nn.Conv2d(model.classifier.in_channels, num_classes, 1)
    nn.init.kaiming_normal_(model.classifier.weight)
