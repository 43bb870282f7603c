_base_ = ['./_base_/bow.py', './_base_/headlines.py', './_base_/schedule_2e.py',
          './_base_/default_runtime.py']
backend = 'gloo'  # truth: dies
env_cfg = dict(cudnn_benchmark=True)
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
