from mmengine.optim import OptimWrapper
from torch.optim import SGD

from toy.report import ReportHook

custom_hooks = [dict(type=ReportHook)]
env_cfg = dict(
    cudnn_benchmark=False,
    mp_cfg=dict(mp_start_method='fork', opencv_num_threads=0),
    dist_cfg=dict(backend='gloo'))
model_wrapper_cfg = dict(
    type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
optim_wrapper = dict(type=OptimWrapper, optimizer=dict(type=SGD, lr=0.01))
train_cfg = dict(by_epoch=True, max_epochs=1)
randomness = dict(seed=0)
