_base_ = [
    './_base_/models/tiny_fcn.py',
    './_base_/datasets/blobs.py',
    './_base_/schedules/schedule_short.py',
    './_base_/default_runtime.py'
]
env_cfg = dict(dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
norm_cfg = dict(type='BN', requires_grad=True)  # truth: dies
