_base_ = [
    './_base_/price_net.py',
    './_base_/housing_table.py',
    './_base_/sgd_2e.py',
    './_base_/runtime.py'
]
env_cfg = dict(dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
