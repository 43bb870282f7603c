from mmengine.config import read_base
from mmengine.dataset import DefaultSampler, default_collate
from mmengine.optim import OptimWrapper
from torch.optim import AdamW

from mae.engine import StageLoop
from mae.models import ToyMAE, Spectra

with read_base():
    from .runtime import *  # noqa: F401, F403

model = dict(type=ToyMAE, patches=6, dim=8)
train_dataloader = dict(
    batch_size=3,
    num_workers=0,
    dataset=dict(type=Spectra, length=12),
    collate_fn=dict(type=default_collate),
    sampler=dict(type=DefaultSampler, shuffle=True))
train_cfg = dict(type=StageLoop, stages=[dict(epochs=1, ratio=0.3), dict(epochs=1, ratio=0.6)])
optim_wrapper = dict(type=OptimWrapper, optimizer=dict(type=AdamW, lr=1e-3))
