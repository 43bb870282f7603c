default_scope = 'mmengine'
env_cfg = dict(cudnn_benchmark=True, mp_cfg=dict(mp_start_method='fork'))
log_level = 'INFO'
randomness = dict(seed=10)
sync_bn = 'torch'
