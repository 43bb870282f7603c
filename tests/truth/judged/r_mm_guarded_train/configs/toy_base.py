_base_ = ['./_base_/default_runtime.py']
model = dict(type='ToyClassifier', hidden=16)
train_dataloader = dict(
    batch_size=8, num_workers=0, collate_fn=dict(type='default_collate'),
    sampler=dict(type='DefaultSampler', shuffle=True),
    dataset=dict(type='ToyDataset', length=48))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.05))
train_cfg = dict(by_epoch=True, max_epochs=2)

