custom_imports = dict(imports=['toy'], allow_failed_imports=False)
model = dict(
    type='Classifier', width=4,
    loss=dict(type='WeightedCrossEntropy', class_weight=[0.5, 1.0, 2.0]))
train_dataloader = dict(
    batch_size=4, num_workers=0, dataset=dict(type='Points'),
    sampler=dict(type='DefaultSampler', shuffle=True), collate_fn=dict(type='default_collate'))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))
train_cfg = dict(by_epoch=True, max_epochs=1)
env_cfg = dict(dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
work_dir = 'work_dirs/toy'
