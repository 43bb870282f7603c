model = dict(type='ToyRegressor', width=6)
train_dataloader = dict(
    batch_size=4, num_workers=0, dataset=dict(type='ToyLines', length=24),
    collate_fn=dict(type='default_collate'), sampler=dict(type='DefaultSampler', shuffle=True))
train_cfg = dict(by_epoch=True, max_epochs=2)
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))
custom_hooks = [dict(type='StepReport', every=2, memory=False)]
env_cfg = dict(cudnn_benchmark=True, dist_cfg=dict(backend='gloo'))
randomness = dict(seed=0)
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
default_scope = 'mmengine'
