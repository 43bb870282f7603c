train_pipeline = [
    dict(type='Jitter', sigma=0.02),
    dict(type='ToDevice', device='cpu'),
]
train_dataloader = dict(
    batch_size=3,
    num_workers=0,
    dataset=dict(type='CloudDataset', serialize_data=False, pipeline=train_pipeline),
    sampler=dict(type='DefaultSampler', shuffle=True))
val_dataloader = None
val_evaluator = None
