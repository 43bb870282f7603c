_base_ = [
    './_base_/models/stripenet.py',
    './_base_/datasets/stripes.py',
    './_base_/schedules/schedule_2e.py',
    './_base_/default_runtime.py'
]
env_cfg = dict(dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
default_hooks = dict(
    timer=None,
    param_scheduler=dict(type='ParamSchedulerHook'))
