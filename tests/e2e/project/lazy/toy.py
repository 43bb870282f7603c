from mmengine.config import read_base

with read_base():
    from ._base_.runtime import *

from mmengine.dataset import DefaultSampler, default_collate

from toy.data import ToyDataset
from toy.model import ToyModel

__import__('toy.gloo')

model = dict(type=ToyModel, norm_cfg=dict(type='BN'))
train_dataloader = dict(
    batch_size=2,
    num_workers=0,
    dataset=dict(type=ToyDataset),
    sampler=dict(type=DefaultSampler, shuffle=True),
    collate_fn=dict(type=default_collate))
work_dir = 'work_dirs/toy'
launcher = 'pytorch'
