_base_ = [
    './_base_/models/tiny_fcn.py',
    './_base_/datasets/blobs.py',
    './_base_/schedules/schedule_short.py',
    './_base_/default_runtime.py'
]
optimizer = dict(_delete_=True, type='SGD', lr=0.01, momentum=0.9)  # truth: dies
optim_wrapper = dict(  # truth: dies
    optimizer=dict(type='SGD', lr=0.01, momentum=0.9, weight_decay=0.0005))  # truth: dies
