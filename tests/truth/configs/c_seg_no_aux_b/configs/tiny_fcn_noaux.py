_base_ = [
    './_base_/models/tiny_fcn.py',
    './_base_/datasets/blobs.py',
    './_base_/schedules/schedule_short.py',
    './_base_/default_runtime.py'
]
model = dict(auxiliary=False)  # truth: dies
env_cfg = dict(dist_cfg=dict(backend='gloo'))
find_unused_parameters = True  # truth: dies
model_wrapper_cfg = dict(  # truth: dies
    type='MMDistributedDataParallel', device_ids=None)  # truth: dies
