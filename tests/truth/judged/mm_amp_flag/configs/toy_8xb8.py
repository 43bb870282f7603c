default_scope = 'mmengine'
model = dict(type='ToyClassifier', hidden=16)
train_dataloader = dict(
    batch_size=8, num_workers=0, collate_fn=dict(type='default_collate'),
    sampler=dict(type='DefaultSampler', shuffle=True),
    dataset=dict(type='ToyDataset', length=48))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01, momentum=0.9))
param_scheduler = [dict(type='MultiStepLR', by_epoch=True, milestones=[1])]
train_cfg = dict(by_epoch=True, max_epochs=2)
env_cfg = dict(dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
randomness = dict(seed=1)
