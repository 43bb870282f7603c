custom_imports = dict(imports=['gan'])
lr = 2e-4
model = dict(type='LSGAN', noise=4, pixels=9)
train_dataloader = dict(
    batch_size=4,
    num_workers=0,
    collate_fn=dict(type='default_collate'),
    dataset=dict(type='Sprites', count=12),
    sampler=dict(type='InfiniteSampler', shuffle=True))
train_cfg = dict(type='IterBasedTrainLoop', max_iters=3)
optim_wrapper = dict(
    constructor='PerNetworkConstructor',
    generator=dict(type='OptimWrapper', optimizer=dict(type='Adam', lr=lr, betas=(0.5, 0.999))),
    discriminator=dict(type='OptimWrapper', optimizer=dict(type='Adam', lr=2 * lr)))
param_scheduler = dict(
    generator=dict(type='LinearLR', start_factor=0.5, by_epoch=False, end=2),
    discriminator=[])
default_hooks = dict(
    checkpoint=dict(type='CheckpointHook', by_epoch=False, interval=3),
    logger=dict(type='LoggerHook', interval=1))
log_processor = dict(by_epoch=False)
work_dir = 'work_dirs/lsgan'
