_base_ = [
    './_base_/models/stripenet.py',
    './_base_/datasets/stripes.py',
    './_base_/schedules/schedule_2e.py',
    './_base_/default_runtime.py'
]
dist_params = dict(backend='gloo')  # truth: dies
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
