_base_ = ['../_base_/default_runtime.py']
sync_bn = 'torch'  # truth: dies
model = dict(type='ToyNet', width=4)
train_dataloader = dict(
    batch_size=4, num_workers=0, dataset=dict(type='Points'),
    sampler=dict(type='DefaultSampler', shuffle=True), collate_fn=dict(type='default_collate'))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01))
train_cfg = dict(by_epoch=True, max_epochs=1)
