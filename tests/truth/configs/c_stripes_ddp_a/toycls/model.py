import torch
from mmengine.model import BaseModel
from mmengine.registry import MODELS
from torch import nn


@MODELS.register_module()
class StripeNet(BaseModel):

    def __init__(self, width=8, num_classes=4, data_preprocessor=None, init_cfg=None):
        super().__init__(data_preprocessor, init_cfg)
        self.backbone = nn.Sequential(nn.Conv2d(3, width, 3, padding=1), nn.ReLU())
        self.head = nn.Linear(width, num_classes)

    def forward(self, inputs, label, mode='tensor'):
        inputs, label = torch.stack(inputs), torch.stack(label)
        logits = self.head(self.backbone(inputs).mean(dim=(2, 3)))
        if mode == 'loss':
            return dict(loss=nn.functional.cross_entropy(logits, label))
        if mode == 'predict':
            return [dict(pred=one.argmax(), label=own) for one, own in zip(logits, label)]
        return logits
