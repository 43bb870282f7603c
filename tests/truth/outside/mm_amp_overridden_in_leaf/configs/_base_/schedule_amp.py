optim_wrapper = dict(type='AmpOptimWrapper', loss_scale='dynamic', optimizer=dict(type='SGD', lr=0.01))
train_cfg = dict(by_epoch=True, max_epochs=2)
