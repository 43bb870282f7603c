env_cfg = dict(cudnn_benchmark=False, mp_cfg=dict(mp_start_method='fork', opencv_num_threads=0),
               dist_cfg=dict(backend='gloo'))
custom_imports = dict(imports=['toy'], allow_failed_imports=False)
model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
log_level = 'INFO'
load_from = None
resume = False
