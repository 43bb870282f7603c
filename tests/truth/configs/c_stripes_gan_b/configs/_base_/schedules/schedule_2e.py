optim_wrapper = dict(
    constructor='PerModule',
    generator=dict(type='OptimWrapper', optimizer=dict(type='Adam', lr=0.001)),
    discriminator=dict(type='OptimWrapper', optimizer=dict(type='Adam', lr=0.001)))
train_cfg = dict(by_epoch=True, max_epochs=2)
