optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='RMSprop', lr=0.01))
param_scheduler = [
    dict(type='ConstantLR', factor=0.5, by_epoch=True, end=1),
    dict(type='ReduceOnPlateauLR', monitor='mae', rule='less', patience=1)
]
train_cfg = dict(by_epoch=True, max_epochs=2, val_interval=1)
val_cfg = dict()
default_hooks = dict(
    early=dict(type='EarlyStoppingHook', monitor='age/mse', rule='less', patience=3),
    checkpoint=dict(type='CheckpointHook', save_best='auto', rule='less'))
randomness = dict(seed=1, diff_rank_seed=True)
