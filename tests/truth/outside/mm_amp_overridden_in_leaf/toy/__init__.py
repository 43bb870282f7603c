import torch
from mmengine.hooks import Hook
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, HOOKS, MODELS


@MODELS.register_module()
class ToyNet(BaseModel):
    def __init__(self, width=4):
        super().__init__()
        self.body = torch.nn.Sequential(torch.nn.Linear(width, 8), torch.nn.BatchNorm1d(8), torch.nn.Linear(8, 1))

    def forward(self, x, y, mode='tensor'):
        out = self.body(x)
        return dict(loss=(out - y).pow(2).mean()) if mode == 'loss' else out


@DATASETS.register_module()
class Points(torch.utils.data.Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, i):
        return dict(x=torch.full((4,), i / 16), y=torch.tensor([float(i)]))


@HOOKS.register_module()
class CudaTimer(Hook):
    """Not for CPU: list it in custom_hooks of configs for cards only."""

    def before_train_iter(self, runner, batch_idx, data_batch=None):
        torch.cuda.synchronize()
