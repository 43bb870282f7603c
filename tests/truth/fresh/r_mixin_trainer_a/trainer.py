import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from mixins import GpuMixin, LogMixin, LossMixin, PortableMixin


class BaseTrainer(LossMixin, LogMixin, GpuMixin):
    def __init__(self):
        torch.manual_seed(1)
        self.net = self.build().to(self.device)  # truth: dies
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3)

    def build(self):
        raise NotImplementedError

    def fit(self, epochs):
        for _ in range(epochs):
            for batch in self.loader():
                loss = self.loss(batch)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.log(loss=loss.item())

    def summary(self):
        print(sum(p.numel() for p in self.net.parameters()))


class SegTrainer(BaseTrainer, PortableMixin):  # truth: dies
    def build(self):
        return nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 2, 1))

    def loader(self):
        data = TensorDataset(torch.randn(6, 3, 8, 8), torch.randint(0, 2, (6, 8, 8)))
        return DataLoader(data, batch_size=3, shuffle=True)
