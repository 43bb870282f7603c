max_epochs = 2
train_cfg = dict(by_epoch=True, max_epochs=max_epochs, val_interval=1)
val_cfg = dict()
optim_wrapper = dict(
    type='OptimWrapper', optimizer=dict(type='Adam', lr=0.003), clip_grad=dict(max_norm=5.0))
param_scheduler = [
    dict(type='LinearLR', start_factor=0.1, by_epoch=False, begin=0, end=2),
    dict(type='CosineAnnealingLR', T_max=max_epochs, by_epoch=True),
]
