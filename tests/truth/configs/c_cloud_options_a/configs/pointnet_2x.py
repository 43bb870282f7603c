_base_ = [
    './_base_/pointnet.py',
    './_base_/clouds.py',
    './_base_/adam.py',
    './_base_/runtime.py'
]
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
