import os

import torch
import torch.distributed as dist
from torch import nn


class Session:
    def __init__(self):
        self.multi = torch.cuda.device_count() > 1  # truth: wrong
        self.rank = 0
        if self.multi:  # truth: wrong
            dist.init_process_group('nccl')  # truth: wrong
            self.rank = int(os.environ['RANK'])
            torch.cuda.set_device(self.rank)

    def wrap(self, model):
        if self.multi:
            return nn.parallel.DistributedDataParallel(model.cuda(), device_ids=[self.rank])
        return model


session = Session()
torch.manual_seed(42)
model = session.wrap(nn.Linear(3, 3))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    x = torch.randn(4, 3)
    opt.zero_grad()
    (model(x) - x).abs().sum().backward()
    opt.step()
