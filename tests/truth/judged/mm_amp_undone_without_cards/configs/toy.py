custom_imports = dict(imports=['toy.model'], allow_failed_imports=False)
env_cfg = dict(cudnn_benchmark=True, dist_cfg=dict(backend='nccl'))
model = dict(type='ToyNet', norm='SyncBN')
train_dataloader = dict(
    batch_size=4, num_workers=0, dataset=dict(type='Points', n=16),
    sampler=dict(type='DefaultSampler', shuffle=True), collate_fn=dict(type='default_collate'))
optim_wrapper = dict(type='AmpOptimWrapper', loss_scale='dynamic', optimizer=dict(type='SGD', lr=0.01))
train_cfg = dict(by_epoch=True, max_epochs=2)
