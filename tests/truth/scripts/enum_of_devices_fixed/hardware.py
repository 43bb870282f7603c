import enum
import os

import torch


class Hardware(enum.Enum):
    CPU = 'cpu'
    CUDA = 'cuda'

    @property
    def backend(self):
        return {Hardware.CPU: 'gloo', Hardware.CUDA: 'nccl'}[self]  # truth: dies

    @property
    def device(self):
        if self is Hardware.CUDA:
            return torch.device('cuda', int(os.environ.get('LOCAL_RANK', 0)))  # truth: dies
        return torch.device('cpu')
