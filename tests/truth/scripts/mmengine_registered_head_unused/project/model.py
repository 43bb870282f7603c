import torch
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS
from torch import nn


@MODELS.register_module()
class Classifier(BaseModel):
    def __init__(self, head, data_preprocessor=None):
        super().__init__(data_preprocessor)
        self.body = nn.Linear(2, 4)
        self.head = MODELS.build(head)

    def forward(self, x, label, mode='tensor'):
        out = self.head(self.body(x).relu())
        return dict(loss=nn.functional.cross_entropy(out, label)) if mode == 'loss' else out


@DATASETS.register_module()
class Corners(torch.utils.data.Dataset):
    def __len__(self):
        return 12

    def __getitem__(self, i):
        return dict(x=torch.tensor([i % 3 - 1.0, i % 2]), label=i % 3)
