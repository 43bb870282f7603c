import torch.nn as nn
import torch.nn.functional as F
from mmengine.model import BaseModel
from mmengine.registry import MODELS


@MODELS.register_module()
class ToyClassifier(BaseModel):
    def __init__(self, hidden=16, num_classes=3, data_preprocessor=None, init_cfg=None):
        super().__init__(data_preprocessor=data_preprocessor, init_cfg=init_cfg)
        self.net = nn.Sequential(nn.Linear(10, hidden), nn.ReLU(), nn.Linear(hidden, num_classes))

    def forward(self, inputs, labels=None, mode='tensor'):
        out = self.net(inputs)
        if mode == 'loss':
            return dict(loss=F.cross_entropy(out, labels))
        return out
