_base_ = [
    './_base_/models/stripenet.py',
    './_base_/datasets/stripes.py',
    './_base_/schedules/schedule_2e.py',
    './_base_/default_runtime.py'
]
train_cfg = dict(_delete_=True, by_epoch=False, max_iters=8, val_interval=4)
param_scheduler = dict(type='MultiStepLR', milestones=[4], gamma=0.1)  # truth: wrong
train_dataloader = dict(sampler=dict(type='InfiniteSampler'))
default_hooks = dict(checkpoint=dict(by_epoch=False, interval=8))
