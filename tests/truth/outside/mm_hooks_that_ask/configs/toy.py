custom_imports = dict(imports=['projects.toy'], allow_failed_imports=False)
custom_hooks = [dict(type='MemoryHook')]
model = dict(type='ToyNet', width=4)
train_dataloader = dict(
    batch_size=4, num_workers=0, dataset=dict(type='Points'),
    sampler=dict(type='DefaultSampler', shuffle=True), collate_fn=dict(type='default_collate'))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))
train_cfg = dict(by_epoch=True, max_epochs=1)
env_cfg = dict(dist_cfg=dict(backend='nccl'))
work_dir = 'work_dirs/toy'
