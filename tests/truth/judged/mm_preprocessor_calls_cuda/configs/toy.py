_base_ = './_base_/runtime.py'
preprocessor = dict(type='ScaledPreprocessor', scale=2.0, non_blocking=True)
model = dict(type='ToyNet', data_preprocessor=preprocessor)
train_dataloader = dict(
    batch_size=4, num_workers=0, dataset=dict(type='Points', n=16),
    sampler=dict(type='DefaultSampler', shuffle=True), collate_fn=dict(type='default_collate'))
optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.01))
train_cfg = dict(by_epoch=True, max_epochs=1)
