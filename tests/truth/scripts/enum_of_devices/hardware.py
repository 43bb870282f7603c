import enum
import os

import torch


class Hardware(enum.Enum):
    CPU = 'cpu'
    CUDA = 'cuda'

    @classmethod
    def detect(cls):
        return cls.CUDA if torch.cuda.is_available() else cls.CPU

    @property
    def backend(self):
        return {Hardware.CPU: 'gloo', Hardware.CUDA: 'nccl'}[self]

    @property
    def device(self):
        if self is Hardware.CUDA:
            return torch.device('cuda', int(os.environ.get('LOCAL_RANK', 0)))
        return torch.device('cpu')
