import torch
from mmengine.model import BaseDataPreprocessor, BaseModel
from mmengine.registry import DATASETS, MODELS


@MODELS.register_module()
class ScaledPreprocessor(BaseDataPreprocessor):
    def __init__(self, scale=1.0, **kwargs):
        super().__init__(**kwargs)
        self.scale = scale

    def forward(self, data, training=False):
        data = {k: v.cuda(non_blocking=self._non_blocking) for k, v in data.items()}  # truth: dies
        data['x'] = data['x'] * self.scale
        return data


@MODELS.register_module()
class ToyNet(BaseModel):
    def __init__(self, data_preprocessor=None):
        super().__init__(data_preprocessor)
        self.body = torch.nn.Linear(4, 1)

    def forward(self, x, y, mode='tensor'):
        out = self.body(x)
        return dict(loss=(out - y).pow(2).mean()) if mode == 'loss' else out


@DATASETS.register_module()
class Points(torch.utils.data.Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return dict(x=torch.full((4,), i / self.n), y=torch.tensor([float(i % 3)]))
