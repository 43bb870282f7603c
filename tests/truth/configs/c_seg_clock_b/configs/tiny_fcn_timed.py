_base_ = [
    './_base_/models/tiny_fcn.py',
    './_base_/datasets/blobs.py',
    './_base_/schedules/schedule_short.py',
    './_base_/default_runtime.py'
]
custom_hooks = [
    dict(type='EmptyCacheHook', after_iter=True),
    dict(type='StepClock', device='cuda'),
]
