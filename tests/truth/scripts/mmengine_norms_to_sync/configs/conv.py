custom_imports = dict(imports=['conv'])
norm_cfg = dict(type='BN')
model = dict(type='ConvModel', stem=dict(norm_cfg=norm_cfg), neck=dict(norm_cfg=norm_cfg))
train_dataloader = dict(
    batch_size=2, num_workers=0, dataset=dict(type='Noise'),
    sampler=dict(type='DefaultSampler', shuffle=False), collate_fn=dict(type='default_collate'))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.05))
train_cfg = dict(by_epoch=True, max_epochs=1)
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
launcher = 'pytorch'
work_dir = 'work_dirs/conv'
