train_cfg = dict(by_epoch=True, max_epochs=2)
val_cfg = None
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='Adam', lr=0.002))
