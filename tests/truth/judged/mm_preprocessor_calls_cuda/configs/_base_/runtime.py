custom_imports = dict(imports=['toy.model'], allow_failed_imports=False)
env_cfg = dict(dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, output_device=None, broadcast_buffers=False)
