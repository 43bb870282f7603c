_base_ = [
    './_base_/pointnet.py',
    './_base_/clouds.py',
    './_base_/adam.py',
    './_base_/runtime.py'
]
train_pipeline = [  # truth: dies
    dict(type='Jitter', sigma=0.05),
    dict(type='ToDevice', device='cpu'),
]
train_dataloader = dict(batch_size=4)  # truth: dies
