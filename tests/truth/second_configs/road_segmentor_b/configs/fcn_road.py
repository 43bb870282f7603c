custom_imports = dict(imports=['roadseg'], allow_failed_imports=False)

model = dict(type='FCN', width=6, num_classes=3)
train_dataloader = dict(
    batch_size=2,
    num_workers=0,
    dataset=dict(type='RoadPatches', length=8),
    sampler=dict(type='DefaultSampler', shuffle=True),
    collate_fn=dict(type='default_collate'))
train_cfg = dict(by_epoch=True, max_epochs=1)
optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.01, momentum=0.9))
param_scheduler = dict(type='PolyLR', power=0.9, eta_min=1e-4, by_epoch=False)
model_wrapper_cfg = dict(  # truth: dies
    type='MMDistributedDataParallel', broadcast_buffers=False)
default_hooks = dict(logger=dict(type='LoggerHook', interval=1))
randomness = dict(seed=0)
work_dir = './work_dirs/fcn_road'
