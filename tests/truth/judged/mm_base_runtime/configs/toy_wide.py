_base_ = './toy_base.py'
model = dict(hidden=32)
env_cfg = dict(cudnn_benchmark=True)
