import os

import torch
import torch.distributed as dist
from torch import nn


class Session:
    def __init__(self):
        self.multi = int(os.environ.get('WORLD_SIZE', '1')) > 1
        self.cards = torch.cuda.device_count()
        self.rank = 0
        if self.multi:
            dist.init_process_group('nccl' if self.cards else 'gloo')
            self.rank = int(os.environ['RANK'])

    def wrap(self, model):
        if not self.multi:
            return model
        if self.cards > 0:
            torch.cuda.set_device(self.rank % self.cards)
            return nn.parallel.DistributedDataParallel(model.cuda(), device_ids=[self.rank % self.cards])
        return nn.parallel.DistributedDataParallel(model)


session = Session()
torch.manual_seed(42 + session.rank)
model = session.wrap(nn.Linear(3, 3))
device = next(model.parameters()).device
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    x = torch.randn(4, 3, device=device)
    opt.zero_grad()
    (model(x) - x).abs().sum().backward()
    opt.step()
