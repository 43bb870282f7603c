train_dataloader = dict(
    batch_size=6,
    num_workers=0,
    collate_fn=dict(type='default_collate'),
    dataset=dict(type='HousingTable', rows=24),
    sampler=dict(type='DefaultSampler', shuffle=True))
val_dataloader = dict(
    batch_size=6,
    num_workers=0,
    collate_fn=dict(type='default_collate'),
    dataset=dict(type='HousingTable', rows=12, seed=4),
    sampler=dict(type='DefaultSampler', shuffle=False))
val_evaluator = dict(type='AbsoluteError')
