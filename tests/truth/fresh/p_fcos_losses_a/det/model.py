import torch
from torch import nn
import torch.nn.functional as F


class FCOS(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.backbone = nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.cls_head = nn.Conv2d(8, classes, 1)
        self.reg_head = nn.Conv2d(8, 4, 1)

    def features(self, images):
        return F.relu(self.backbone(images))

    def losses(self, images, targets):
        f = self.features(images)
        cls = F.cross_entropy(self.cls_head(f), targets['labels'])
        reg = F.smooth_l1_loss(self.reg_head(f).exp(), targets['boxes'])
        return {'loss_cls': cls, 'loss_reg': reg}

    @torch.no_grad()
    def predict(self, images):
        f = self.features(images)
        return self.cls_head(f).argmax(1), self.reg_head(f).exp()

    def forward(self, images, targets=None):
        if self.training:
            return self.losses(images, targets)
        return self.predict(images)
