import torch
from torch import nn


class DeviceMixin:
    @property
    def device(self):
        raise NotImplementedError


class GpuMixin(DeviceMixin):
    @property
    def device(self):
        return torch.device('cuda:0')


class PortableMixin(DeviceMixin):
    @property
    def device(self):
        return torch.device('cuda:0' if torch.cuda.is_available() else 'cpu')


class LossMixin:
    criterion = nn.CrossEntropyLoss()

    def loss(self, batch):
        image, mask = (t.to(self.device) for t in batch)
        return self.criterion(self.net(image), mask)


class LogMixin:
    def log(self, **values):
        print(' '.join(f'{k}={v:.4f}' for k, v in values.items()))
