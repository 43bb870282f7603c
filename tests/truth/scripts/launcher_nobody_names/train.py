import sys

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP

from utils.config import Config

cfg = Config.load(sys.argv[1])
distributed = False
if cfg.launcher == 'pytorch':  # truth: wrong
    dist.init_process_group('gloo')  # truth: wrong
    distributed = True

torch.manual_seed(0)
model = torch.nn.Linear(cfg.width, 1)
if distributed:
    model = DDP(model)  # truth: wrong
optimizer = torch.optim.SGD(model.parameters(), lr=cfg.lr)
for i in range(cfg.steps):
    x = torch.randn(8, cfg.width)
    loss = (model(x) - x[:, :1]).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print('finished', loss.item())
