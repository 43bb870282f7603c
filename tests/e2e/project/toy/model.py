from mmengine.model import BaseModel
from mmengine.registry import MODELS
from torch import nn

NORMS = {'BN': nn.BatchNorm2d, 'SyncBN': nn.SyncBatchNorm}


@MODELS.register_module()
class ToyModel(BaseModel):
    """With `spare_head` some of its parameters never get a gradient."""

    def __init__(self, norm_cfg, spare_head=False):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)
        self.norm = NORMS[norm_cfg['type']](4)
        self.head = nn.Linear(4, 1)
        self.spare = nn.Linear(4, 1) if spare_head else None

    def forward(self, inputs, targets, mode='tensor'):
        output = self.head(self.norm(self.conv(inputs)).relu().mean((2, 3)))
        return dict(loss=nn.functional.mse_loss(output, targets)) if mode == 'loss' else output
