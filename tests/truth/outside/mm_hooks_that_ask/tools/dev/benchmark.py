import torch
from mmengine.config import Config
from mmengine.registry import MODELS

cfg = Config.fromfile('configs/toy.py')
model = MODELS.build(cfg.model).cuda()
torch.cuda.synchronize()
print(model(torch.ones(1, 4).cuda(), None))
