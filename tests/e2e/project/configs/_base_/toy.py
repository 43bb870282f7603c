_base_ = './runtime.py'
model = dict(type='ToyModel', norm_cfg=dict(type='BN'))
train_dataloader = dict(
    batch_size=2,
    num_workers=0,
    dataset=dict(type='ToyDataset'),
    sampler=dict(type='DefaultSampler', shuffle=True),
    collate_fn=dict(type='default_collate'))
