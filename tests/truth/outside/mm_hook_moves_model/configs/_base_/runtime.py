custom_imports = dict(imports=['projects.toy'], allow_failed_imports=False)
env_cfg = dict(dist_cfg=dict(backend='gloo'))
custom_hooks = [dict(type='DistillHook')]
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
