batch_size = 4
train_dataloader = dict(
    batch_size=batch_size,
    num_workers=0,
    dataset=dict(type='Headlines', lines=16),
    sampler=dict(type='DefaultSampler', shuffle=True),
    collate_fn=dict(type='default_collate'))
val_dataloader = dict(
    batch_size=batch_size,
    num_workers=0,
    dataset=dict(type='Headlines', lines=8, seed=1),
    sampler=dict(type='DefaultSampler', shuffle=False),
    collate_fn=dict(type='default_collate'))
val_evaluator = dict(type='MacroF1')
test_dataloader = val_dataloader
test_evaluator = val_evaluator
