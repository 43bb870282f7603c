_base_ = [
    './_base_/price_net.py',
    './_base_/housing_table.py',
    './_base_/sgd_2e.py',
    './_base_/runtime.py'
]
train_cfg = dict(type='IterBasedTrainLoop', max_iters=6, val_interval=3)  # truth: dies
train_dataloader = dict(sampler=dict(type='InfiniteSampler'))
default_hooks = dict(checkpoint=dict(by_epoch=False, interval=3))
