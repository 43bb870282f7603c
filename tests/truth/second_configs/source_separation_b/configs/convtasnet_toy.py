custom_imports = dict(imports=['separation'], allow_failed_imports=False)

epochs = 2
batch = 2
data = dict(type='Mixtures', seconds=12)
loader = dict(batch_size=batch, num_workers=0, collate_fn=dict(type='default_collate'))

model = dict(type='TasNet', bases=6)
train_dataloader = dict(
    **loader, dataset=dict(**data, clips=6), sampler=dict(type='DefaultSampler', shuffle=True))
val_dataloader = dict(
    **loader, dataset=dict(**data, clips=2), sampler=dict(type='DefaultSampler', shuffle=False))
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=epochs, val_interval=1)
val_cfg = dict(type='ValLoop')
val_evaluator = dict(type='SeparationMetric')
optim_wrapper = dict(optimizer=dict(type='Adam', lr=1e-3), accumulative_counts=2)
param_scheduler = dict(type='ExponentialLR', gamma=0.98)
default_hooks = dict(
    checkpoint=dict(
        type='CheckpointHook', interval=1, save_best='sisnr', max_keep_ckpts=1))  # truth: dies
custom_hooks = [dict(type='EMAHook', ema_type='ExponentialMovingAverage', momentum=0.01)]
work_dir = 'work_dirs/tasnet'
