_base_ = [
    './_base_/models/stripenet.py',
    './_base_/datasets/stripes.py',
    './_base_/schedules/schedule_2e.py',
    './_base_/default_runtime.py'
]
auto_scale_lr = dict(enable=True)
