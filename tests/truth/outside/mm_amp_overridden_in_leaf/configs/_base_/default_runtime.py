env_cfg = dict(cudnn_benchmark=True, dist_cfg=dict(backend='gloo'))
custom_imports = dict(imports=['toy'], allow_failed_imports=False)
custom_hooks = [dict(type='CudaTimer')]
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
