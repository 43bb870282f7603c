custom_imports = dict(imports=['conv'])
model = dict(type='ConvModel', channels=2)
train_dataloader = dict(
    batch_size=2, num_workers=0, dataset=dict(type='Noise'),
    sampler=dict(type='DefaultSampler', shuffle=True), collate_fn=dict(type='default_collate'))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.05))
train_cfg = dict(by_epoch=True, max_epochs=1)
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
launcher = 'pytorch'
work_dir = 'work_dirs/conv'
