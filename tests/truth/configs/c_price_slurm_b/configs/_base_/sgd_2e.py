train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=2, val_interval=2)
val_cfg = dict(type='ValLoop')
optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.02))
