from torch import nn


class SegNet(nn.Module):
    def __init__(self, classes=2, aux_loss=False):
        super().__init__()
        self.aux_loss = aux_loss
        self.backbone = nn.Conv2d(3, 8, 3, padding=1)
        self.classifier = nn.Conv2d(8, classes, 1)
        self.aux_classifier = nn.Conv2d(8, classes, 1)

    def forward(self, x):
        features = self.backbone(x).relu()
        result = {"out": self.classifier(features)}
        if self.aux_loss:
            result["aux"] = self.aux_classifier(features)  # truth: dies
        return result
