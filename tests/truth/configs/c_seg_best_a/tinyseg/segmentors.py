import torch
from mmengine.model import BaseModel
from mmengine.registry import MODELS
from torch import nn


@MODELS.register_module()
class TinyFCN(BaseModel):

    def __init__(self, channels=8, aux_weight=0.4, auxiliary=True, data_preprocessor=None):
        super().__init__(data_preprocessor=data_preprocessor)
        self.stem = nn.Sequential(
            nn.Conv2d(3, channels, 3, padding=1), nn.BatchNorm2d(channels), nn.ReLU())
        self.decode_head = nn.Conv2d(channels, 2, 1)
        self.auxiliary_head = nn.Conv2d(channels, 2, 1)
        self.auxiliary, self.aux_weight = auxiliary, aux_weight

    def forward(self, inputs, masks, mode='tensor'):
        inputs, masks = torch.stack(inputs), torch.stack(masks)
        features = self.stem(inputs)
        seg = self.decode_head(features)
        if mode == 'loss':
            losses = dict(loss_ce=nn.functional.cross_entropy(seg, masks))
            if self.auxiliary:
                aux = nn.functional.cross_entropy(self.auxiliary_head(features), masks)
                losses['loss_aux'] = self.aux_weight * aux
            return losses
        if mode == 'predict':
            return [dict(pred=one.argmax(0), mask=mask) for one, mask in zip(seg, masks)]
        return seg
