import torch
from mmengine.model import BaseModel
from mmengine.registry import MODELS


@MODELS.register_module()
class Classifier(BaseModel):
    def __init__(self, width, loss):
        super().__init__()
        self.fc = torch.nn.Linear(width, 3)
        self.loss = MODELS.build(loss)

    def forward(self, x, y, mode='tensor'):
        out = self.fc(x)
        return dict(loss=self.loss(out, y)) if mode == 'loss' else out
