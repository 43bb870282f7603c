_base_ = ['../_base_/default_runtime.py', '../_base_/schedule_amp.py']
custom_hooks = [dict(type='EMAHook', momentum=0.01)]
optim_wrapper = dict(_delete_=True, type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01), accumulative_counts=2)
randomness = dict(seed=0, deterministic=True)
model = dict(type='ToyNet', width=4)
train_dataloader = dict(
    batch_size=4, num_workers=0, dataset=dict(type='Points'), pin_memory=True,
    sampler=dict(type='DefaultSampler', shuffle=True), collate_fn=dict(type='default_collate'))
