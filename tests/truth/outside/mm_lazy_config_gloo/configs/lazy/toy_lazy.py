from mmengine.config import read_base
from mmengine.dataset import DefaultSampler, default_collate
from mmengine.optim import OptimWrapper
from torch.optim import SGD

from toy import Points, ToyNet

with read_base():
    from .base_runtime import *

env_cfg.update(dict(dist_cfg=dict(backend='gloo')))
model = dict(type=ToyNet, width=4)
train_dataloader = dict(
    batch_size=4, num_workers=0, dataset=dict(type=Points),
    sampler=dict(type=DefaultSampler, shuffle=True), collate_fn=dict(type=default_collate))
optim_wrapper = dict(type=OptimWrapper, optimizer=dict(type=SGD, lr=0.01))
train_cfg = dict(by_epoch=True, max_epochs=1)
work_dir = 'work_dirs/lazy'
