model = dict(type='TextCNN', vocab=30, topics=4)
train_dataloader = dict(
    batch_size=4,
    num_workers=0,
    collate_fn=dict(type='pseudo_collate'),
    dataset=dict(type='NewsDataset', lines=16),
    sampler=dict(type='DefaultSampler', shuffle=True))
train_cfg = dict(by_epoch=True, max_epochs=1)
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='Adam', lr=0.002))
model_wrapper_cfg = dict(type='CPUFriendlyDDP')
find_unused_parameters = False
custom_hooks = [dict(type='NumClassCheckHook')]
env_cfg = dict(dist_cfg=dict(backend='gloo'))
randomness = dict(seed=6)
work_dir = 'work_dirs/textcnn_news'
