from mmengine.optim import OptimWrapper
from torch.optim import SGD

from toycls.model import StripeNet

model = dict(type=StripeNet, width=6)
optim_wrapper = dict(type=OptimWrapper, optimizer=dict(type=SGD, lr=0.01))
dist_cfg = dict(backend='nccl')
env_cfg = dict(dist_cfg=dist_cfg)
default_scope = 'mmengine'
