_base_ = [
    './_base_/models/tiny_fcn.py',
    './_base_/datasets/blobs.py',
    './_base_/schedules/schedule_short.py',
    './_base_/default_runtime.py'
]
default_hooks = dict(
    checkpoint=dict(save_best='mIoU', rule='greater'))  # truth: dies
