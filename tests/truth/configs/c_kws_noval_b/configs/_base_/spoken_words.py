train_dataloader = dict(
    batch_size=3,
    num_workers=0,
    dataset=dict(type='SpokenWords', count=12),
    sampler=dict(type='DefaultSampler', shuffle=True))
val_dataloader = dict(
    batch_size=3,
    num_workers=0,
    dataset=dict(type='SpokenWords', count=6, split='valid'),
    sampler=dict(type='DefaultSampler', shuffle=False))
val_evaluator = dict(type='WordAccuracy')  # truth: dies
