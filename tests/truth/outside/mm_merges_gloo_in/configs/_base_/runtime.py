custom_imports = dict(imports=['toy'], allow_failed_imports=False)
env_cfg = dict(cudnn_benchmark=False, dist_cfg=dict(backend='nccl'))
