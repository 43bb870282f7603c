custom_imports = dict(imports=['line'])
model = dict(type='Line')
train_dataloader = dict(
    batch_size=3, num_workers=0, dataset=dict(type='Numbers'),
    sampler=dict(type='DefaultSampler', shuffle=True), collate_fn=dict(type='default_collate'))
optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.001))
train_cfg = dict(by_epoch=True, max_epochs=1)
env_cfg = dict(cudnn_benchmark=False, dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
launcher = 'pytorch'
work_dir = 'work_dirs/line'
