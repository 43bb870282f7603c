import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from .hooks import build_hook


class Loop:
    def __init__(self, hooks, max_epochs, batch_size):
        torch.manual_seed(0)
        self.hooks, self.max_epochs = [build_hook(h) for h in hooks], max_epochs
        g = torch.Generator().manual_seed(0)
        data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))
        self.loader = DataLoader(data, batch_size, sampler=DistributedSampler(data))
        self.model = DistributedDataParallel(nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05)

    def call(self, name):
        for hook in self.hooks:
            getattr(hook, name)(self)

    def run(self):
        for self.epoch in range(self.max_epochs):
            self.call("before_epoch")
            for x, y in self.loader:
                self.call("before_step")
                self.optimizer.zero_grad()
                nn.functional.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
                self.call("after_step")
            self.call("after_epoch")
