_base_ = [
    './_base_/pointnet.py',
    './_base_/clouds.py',
    './_base_/adam.py',
    './_base_/runtime.py'
]
runner = dict(type='HostRunner')  # truth: dies
