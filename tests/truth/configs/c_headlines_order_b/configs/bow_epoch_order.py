_base_ = [
    './_base_/bow.py',
    './_base_/headlines.py',
    './_base_/schedule_2e.py',
    './_base_/default_runtime.py'
]
model = dict(dropout=0.0)
randomness = dict(seed=5)
env_cfg = dict(dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
train_dataloader = dict(
    sampler=dict(_delete_=True, type='EpochShuffle'))  # truth: wrong
