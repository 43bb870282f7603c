_base_ = ['./_base_/bow.py', './_base_/headlines.py', './_base_/schedule_2e.py',
          './_base_/default_runtime.py']
backend = 'gloo'
env_cfg = dict(dist_cfg=dict(backend=backend))
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
