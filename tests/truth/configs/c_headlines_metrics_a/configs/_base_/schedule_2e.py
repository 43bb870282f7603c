optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.5))
train_cfg = dict(by_epoch=True, max_epochs=2, val_interval=1)
val_cfg = dict()
test_cfg = dict()
