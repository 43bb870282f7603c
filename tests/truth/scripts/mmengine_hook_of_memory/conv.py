import torch
from mmengine.hooks import Hook
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, HOOKS, MODELS


@MODELS.register_module()
class ConvModel(BaseModel):
    def __init__(self, channels):
        super().__init__()
        self.conv = torch.nn.Conv2d(1, channels, 3)

    def forward(self, img, mode='tensor'):
        out = self.conv(img).mean((1, 2, 3))
        return dict(loss=(out - 1).pow(2).mean()) if mode == 'loss' else out


@HOOKS.register_module()
class MemoryHook(Hook):
    def __init__(self, interval=1):
        self.interval = interval

    def after_train_iter(self, runner, batch_idx, data_batch=None, outputs=None):
        if self.every_n_train_iters(runner, self.interval):
            free, total = torch.cuda.mem_get_info()  # truth: dies
            runner.logger.info(f'{free} of {total} bytes are free')


@DATASETS.register_module()
class Noise(torch.utils.data.Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        return dict(img=torch.randn(1, 5, 5, generator=torch.Generator().manual_seed(i)))
