data = dict(classes=4, per_class=4)
train_dataloader = dict(
    batch_size=2,
    num_workers=0,
    dataset=dict(type='FishFolder', **data),
    collate_fn=dict(type='default_collate'),
    sampler=dict(type='BalancedSampler', classes=4, seed=3))  # truth: wrong
model = dict(type='FishNet', classes=4)
optim_wrapper = dict(
    type='OptimWrapper',
    optimizer=dict(type='AdamW', lr=1e-3),
    clip_grad=dict(max_norm=1.0))
train_cfg = dict(type='IterBasedTrainLoop', max_iters=3)
log_processor = dict(by_epoch=False)
default_hooks = dict(
    logger=dict(type='LoggerHook', interval=1, log_metric_by_epoch=False),
    checkpoint=dict(type='CheckpointHook', interval=3, by_epoch=False))
randomness = dict(seed=3)
work_dir = 'work_dirs/fish'
