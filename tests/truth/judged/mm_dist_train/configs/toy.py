default_scope = 'mmengine'
model = dict(type='ToyClassifier', hidden=16)
train_dataloader = dict(
    batch_size=8, num_workers=0, collate_fn=dict(type='default_collate'),
    sampler=dict(type='DefaultSampler', shuffle=True),
    dataset=dict(type='ToyDataset', length=48))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='AdamW', lr=0.01))
train_cfg = dict(by_epoch=True, max_epochs=2)
env_cfg = dict(dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
default_hooks = dict(logger=dict(type='LoggerHook', interval=2))
randomness = dict(seed=1)
