custom_imports = dict(imports=['project.heads', 'project.model'])
model = dict(type='Classifier', head=dict(type='PlainHead', width=4))
train_dataloader = dict(
    batch_size=3, num_workers=0, dataset=dict(type='Corners'),
    sampler=dict(type='DefaultSampler', shuffle=True), collate_fn=dict(type='default_collate'))
optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.1))
train_cfg = dict(by_epoch=True, max_epochs=2)
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
env_cfg = dict(dist_cfg=dict(backend='gloo'))
launcher = 'pytorch'
work_dir = 'work_dirs/net'
