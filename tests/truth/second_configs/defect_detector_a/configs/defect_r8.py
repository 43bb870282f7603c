_base_ = './_base_/default_runtime.py'
custom_imports = dict(imports='defects')
model = dict(type='DefectNet', norm='BN')
train_dataloader = dict(
    batch_size=4,
    num_workers=0,
    sampler=dict(type='DefaultSampler', shuffle=True),
    dataset=dict(type='Plates', num=16),
    collate_fn=dict(type='default_collate'))
train_cfg = dict(type='EpochBasedTrainLoop', max_epochs=1)
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.02))
param_scheduler = [
    dict(type='LinearLR', start_factor=0.1, by_epoch=False, begin=0, end=2),
    dict(type='MultiStepLR', milestones=[1], by_epoch=True)
]
model_wrapper_cfg = dict(type='AnyDeviceDDP', broadcast_buffers=False)
work_dir = 'work_dirs/defect_r8'
