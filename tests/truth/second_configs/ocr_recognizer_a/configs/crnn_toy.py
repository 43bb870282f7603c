custom_imports = dict(imports=['ocr.crnn'])
model = dict(type='CRNN', charset=7)
train_dataloader = dict(
    batch_size=2,
    num_workers=0,
    dataset=dict(type='WordCrops', words=6),
    sampler=dict(type='InfiniteSampler', shuffle=True),
    collate_fn=dict(type='default_collate'))
train_cfg = dict(by_epoch=False, max_iters=3, val_interval=100)
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='Adadelta', lr=1.0))
default_hooks = dict(
    checkpoint=dict(type='CheckpointHook', by_epoch=False, interval=3, max_keep_ckpts=1),
    logger=dict(type='LoggerHook', interval=1))
custom_hooks = [dict(type='EmptyCacheHook', after_iter=True)]
log_processor = dict(type='LogProcessor', by_epoch=False, window_size=2)
work_dir = 'work_dirs/crnn_toy'
