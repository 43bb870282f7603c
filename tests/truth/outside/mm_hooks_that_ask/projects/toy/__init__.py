import torch
from mmengine.device import get_device, is_cuda_available
from mmengine.hooks import Hook
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, HOOKS, MODELS


@MODELS.register_module()
class ToyNet(BaseModel):
    def __init__(self, width=4, weight=None):
        super().__init__()
        self.fc = torch.nn.Linear(width, 1)
        self.register_buffer('scale', torch.ones(1, device=get_device()))

    def forward(self, x, y, mode='tensor'):
        out = self.fc(x) * self.scale
        return dict(loss=(out - y).pow(2).mean()) if mode == 'loss' else out


@DATASETS.register_module()
class Points(torch.utils.data.Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, i):
        return dict(x=torch.full((4,), i / 16), y=torch.tensor([float(i)]))


@HOOKS.register_module()
class MemoryHook(Hook):
    def before_run(self, runner):
        self.enabled = is_cuda_available()

    def after_train_iter(self, runner, batch_idx, data_batch=None, outputs=None):
        if not self.enabled:
            return
        torch.cuda.synchronize()
        runner.message_hub.update_scalar('train/mem', torch.cuda.mem_get_info()[0])


@HOOKS.register_module()
class StreamHook(Hook):
    """Copies outputs on a stream of its own."""

    def __init__(self):
        self.stream = torch.cuda.Stream()
