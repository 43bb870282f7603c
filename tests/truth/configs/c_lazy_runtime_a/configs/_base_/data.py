from mmengine.dataset import DefaultSampler
from mmengine.runner import EpochBasedTrainLoop

from toycls.dataset import StripesDataset

train_dataloader = dict(
    batch_size=4,
    num_workers=0,
    dataset=dict(type=StripesDataset, length=16),
    sampler=dict(type=DefaultSampler, shuffle=True))
train_cfg = dict(type=EpochBasedTrainLoop, max_epochs=2)
