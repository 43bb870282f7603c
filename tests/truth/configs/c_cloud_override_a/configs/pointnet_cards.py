_base_ = [
    './_base_/pointnet.py',
    './_base_/clouds.py',
    './_base_/adam.py',
    './_base_/runtime.py'
]
train_pipeline = [
    dict(type='Jitter', sigma=0.05),
    dict(type='ToDevice', device='cuda:0'),  # truth: dies
]
train_dataloader = dict(dataset=dict(pipeline=train_pipeline))  # truth: dies
