custom_imports = dict(imports=['project'], allow_failed_imports=False)
default_scope = 'mmengine'
work_dir = './work_dirs/gru'
model = dict(type='SequenceClassifier', vocab=30, dim=8, classes=3)
train_dataloader = dict(
    batch_size=4,
    num_workers=0,
    sampler=dict(type='DefaultSampler', shuffle=True),
    collate_fn=dict(type='default_collate'),
    dataset=dict(type='SequenceDataset', serialize_data=False))
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
train_cfg = dict(by_epoch=True, max_epochs=2)
optim_wrapper = dict(optimizer=dict(type='Adam', lr=0.001))
randomness = dict(seed=3)
env_cfg = dict(cudnn_benchmark=False)
default_hooks = dict(logger=dict(type='LoggerHook', interval=2))
