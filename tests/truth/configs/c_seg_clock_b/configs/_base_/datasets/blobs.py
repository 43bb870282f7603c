dataset_type = 'BlobMasks'
train_dataloader = dict(
    batch_size=2,
    num_workers=0,
    sampler=dict(type='DefaultSampler', shuffle=True),
    dataset=dict(type=dataset_type, num_images=8))
val_dataloader = dict(
    batch_size=1,
    num_workers=0,
    sampler=dict(type='DefaultSampler', shuffle=False),
    dataset=dict(type=dataset_type, num_images=4))
val_evaluator = dict(type='PixelIoU', prefix='seg')
test_dataloader = val_dataloader
test_evaluator = val_evaluator
