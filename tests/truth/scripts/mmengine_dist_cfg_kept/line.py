import torch
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS


@MODELS.register_module()
class Line(BaseModel):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(1, 1)

    def forward(self, x, mode='tensor'):
        out = self.fc(x)
        return dict(loss=(out - 2 * x - 1).abs().mean()) if mode == 'loss' else out


@DATASETS.register_module()
class Numbers(torch.utils.data.Dataset):
    def __len__(self):
        return 12

    def __getitem__(self, i):
        return dict(x=torch.tensor([float(i)]))
