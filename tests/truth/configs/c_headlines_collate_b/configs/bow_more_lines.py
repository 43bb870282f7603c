_base_ = [
    './_base_/bow.py',
    './_base_/headlines.py',
    './_base_/schedule_2e.py',
    './_base_/default_runtime.py'
]
train_dataloader = dict(
    _delete_=True,
    batch_size=8,
    num_workers=0,
    collate_fn=dict(type='default_collate'),
    dataset=dict(type='Headlines', lines=24),
    sampler=dict(type='DefaultSampler', shuffle=True))
