_base_ = './_base_/runtime.py'
custom_imports = dict(imports=['mlp'])
model = dict(type='MLP', widths=[2, 5, 1])
train_dataloader = dict(
    batch_size=2, num_workers=0, dataset=dict(type='Ramp', length=16),
    sampler=dict(type='InfiniteSampler', shuffle=True), collate_fn=dict(type='default_collate'))
