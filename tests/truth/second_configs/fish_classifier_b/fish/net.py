import torch
from mmengine.model import BaseModel
from mmengine.registry import MODELS


@MODELS.register_module()
class FishNet(BaseModel):

    def __init__(self, classes):
        super().__init__()
        self.stem = torch.nn.Conv2d(3, 4, 3)
        self.fc = torch.nn.Linear(4, classes)

    def forward(self, imgs, labels, mode):
        scores = self.fc(self.stem(imgs).relu().mean((2, 3)))
        if mode == 'loss':
            return {'loss': torch.nn.functional.cross_entropy(scores, labels)}
        return scores.argmax(-1)
