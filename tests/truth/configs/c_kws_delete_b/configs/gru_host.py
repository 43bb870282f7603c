_base_ = [
    './_base_/gru.py',
    './_base_/spoken_words.py',
    './_base_/schedule.py',
    './_base_/runtime.py'
]
env_cfg = dict(
    dist_cfg=dict(backend='gloo'))  # truth: dies
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
