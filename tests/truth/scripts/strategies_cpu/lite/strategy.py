import os
from abc import ABC, abstractmethod

import torch
import torch.distributed as dist


class Strategy(ABC):
    @abstractmethod
    def setup(self):
        ...

    @property
    def root_device(self):
        return torch.device('cpu')

    def wrap(self, module):
        return module.to(self.root_device)


class DDPStrategy(Strategy):
    def __init__(self, process_group_backend=None):
        self.backend = process_group_backend or 'nccl'

    def setup(self):
        dist.init_process_group(self.backend)

    @property
    def root_device(self):
        return torch.device('cuda', int(os.environ['LOCAL_RANK']))

    def wrap(self, module):
        module = super().wrap(module)
        return torch.nn.parallel.DistributedDataParallel(module, device_ids=[self.root_device.index])


class CPUDDPStrategy(DDPStrategy):
    def __init__(self):
        super().__init__('gloo')

    @property
    def root_device(self):
        return torch.device('cpu')

    def wrap(self, module):
        return torch.nn.parallel.DistributedDataParallel(module)
