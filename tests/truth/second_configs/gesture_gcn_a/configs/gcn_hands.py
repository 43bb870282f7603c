custom_imports = dict(imports=['hands'])
model = dict(type='GCN', joints=4, gestures=3)
_pipeline = dict(jitter=0.05)
train_dataloader = dict(
    batch_size=4,
    num_workers=2,
    persistent_workers=True,  # truth: dies
    collate_fn=dict(type='default_collate'),
    dataset=dict(type='HandClips', clips=12, **_pipeline),
    sampler=dict(type='DefaultSampler', shuffle=True))
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=2)
optim_wrapper = dict(
    type='OptimWrapper',
    optimizer=dict(type='SGD', lr=0.05, weight_decay=1e-4),
    paramwise_cfg=dict(norm_decay_mult=0.0, bias_decay_mult=0.0))
param_scheduler = dict(type='CosineAnnealingLR', T_max=2, by_epoch=True, convert_to_iter_based=True)
auto_scale_lr = dict(enable=False, base_batch_size=64)
work_dir = 'work_dirs/gcn_hands'
