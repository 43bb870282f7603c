custom_imports = dict(imports=['toy.model'], allow_failed_imports=False)
runner_type = 'IdRunner'
env_cfg = dict(dist_cfg=dict(backend='gloo'))
model = dict(type='ToyNet')
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
train_dataloader = dict(
    batch_size=4, num_workers=0, dataset=dict(type='Points', n=16),
    sampler=dict(type='DefaultSampler', shuffle=True), collate_fn=dict(type='default_collate'))
optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.01))
train_cfg = dict(by_epoch=True, max_epochs=2)
