import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DistributedSampler


class SingleDevice:
    local_rank = 0

    @property
    def device(self):
        if torch.cuda.is_available():
            return torch.device('cuda', self.local_rank)
        return torch.device('cpu')

    def connect(self):
        pass

    def sampler(self, dataset):
        return None

    def setup(self, module):
        return module.to(self.device)

    def teardown(self):
        pass


class DDPStrategy(SingleDevice):
    def __init__(self):
        self.local_rank = int(os.environ.get('LOCAL_RANK', 0))

    @property
    def ddp_kwargs(self):
        return {'device_ids': [self.local_rank]}  # truth: dies

    def connect(self):
        dist.init_process_group('nccl' if self.device.type == 'cuda' else 'gloo')

    def sampler(self, dataset):
        return DistributedSampler(dataset, shuffle=True)

    def setup(self, module):
        return DistributedDataParallel(super().setup(module), **self.ddp_kwargs)  # truth: dies

    def teardown(self):
        dist.destroy_process_group()


def pick_strategy(name):
    if name == 'auto':
        name = 'ddp' if int(os.environ.get('WORLD_SIZE', 1)) > 1 else 'single'
    return {'single': SingleDevice, 'ddp': DDPStrategy}[name]()
