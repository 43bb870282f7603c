import torch.nn.functional as F
from mmengine.model import BaseModel
from mmengine.registry import MODELS
from torch import nn


@MODELS.register_module()
class FCN(BaseModel):

    def __init__(self, width, num_classes, **kwargs):
        super().__init__(**kwargs)
        self.backbone = nn.Conv2d(3, width, 3, padding=1)
        self.decode_head = nn.Conv2d(width, num_classes, 1)

    def forward(self, inputs, masks=None, mode='tensor'):
        logits = self.decode_head(self.backbone(inputs).relu())
        if mode == 'loss':
            return dict(loss_ce=F.cross_entropy(logits, masks))
        return logits
