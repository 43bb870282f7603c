_base_ = [
    './_base_/bow.py',
    './_base_/headlines.py',
    './_base_/schedule_2e.py',
    './_base_/default_runtime.py'
]
optim_wrapper = dict(type='AmpOptimWrapper', accumulative_counts=2)  # truth: dies
