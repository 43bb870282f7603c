"""What differs between the devices, in one place."""
import contextlib
import os

import torch


class CPU:
    name = 'cpu'
    backend = 'gloo'

    def device(self):
        return torch.device('cpu')

    def ddp_kwargs(self):
        return {}

    def autocast(self, dtype):
        return contextlib.nullcontext()

    def scaler(self):
        return torch.cuda.amp.GradScaler(enabled=False)

    def synchronize(self):
        pass

    def seed(self, seed):
        torch.manual_seed(seed)


class CUDA(CPU):
    name = 'cuda'
    backend = 'nccl'

    def __init__(self):
        self.index = int(os.environ.get('LOCAL_RANK', 0))
        torch.cuda.set_device(self.index)

    def device(self):
        return torch.device('cuda', self.index)

    def ddp_kwargs(self):
        return dict(device_ids=[self.index], output_device=self.index)

    def autocast(self, dtype):
        return torch.cuda.amp.autocast(dtype=dtype)

    def scaler(self):
        return torch.cuda.amp.GradScaler()

    def synchronize(self):
        torch.cuda.synchronize()

    def seed(self, seed):
        super().seed(seed)
        torch.cuda.manual_seed_all(seed)


_KINDS = {'cpu': CPU, 'cuda': CUDA}


def get(name=None):
    if name is None:
        name = 'cuda' if torch.cuda.is_available() else 'cpu'
    return _KINDS[name]()
