from mmengine.hooks import EMAHook

from toy import Report

env_cfg = dict(cudnn_benchmark=True, dist_cfg=dict(backend='nccl'))
custom_hooks = [dict(type=EMAHook), dict(type=Report)]
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
