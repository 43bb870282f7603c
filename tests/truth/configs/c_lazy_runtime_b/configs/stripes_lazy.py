from mmengine.config import read_base

with read_base():
    from ._base_.data import *
    from ._base_.runtime import *

env_cfg.update(dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)
