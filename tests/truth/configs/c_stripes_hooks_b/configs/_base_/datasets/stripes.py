train_dataloader = dict(
    batch_size=4,
    num_workers=0,
    dataset=dict(type='StripesDataset', length=16),
    sampler=dict(type='DefaultSampler', shuffle=True))
val_dataloader = dict(
    batch_size=4,
    num_workers=0,
    dataset=dict(type='StripesDataset', length=8, seed=1),
    sampler=dict(type='DefaultSampler', shuffle=False))
test_dataloader = val_dataloader
val_evaluator = dict(type='TopOne')
test_evaluator = val_evaluator
