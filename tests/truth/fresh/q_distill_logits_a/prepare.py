import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


class Accelerator:
    """The few parts of a launcher library that this project needs."""

    def __init__(self):
        self.device = torch.device('cpu')
        if torch.cuda.is_available():
            self.device = torch.device('cuda', int(os.environ.get('LOCAL_RANK', 0)))
        if int(os.environ.get('WORLD_SIZE', 1)) > 1 or 'RANK' in os.environ:
            dist.init_process_group('nccl' if self.device.type == 'cuda' else 'gloo')

    @property
    def num_processes(self):
        return dist.get_world_size() if dist.is_initialized() else 1

    @property
    def is_main_process(self):
        return not dist.is_initialized() or dist.get_rank() == 0

    def prepare(self, *modules):
        return tuple(self.prepare_model(module) for module in modules)

    def prepare_model(self, model):
        model = model.to(self.device)
        if dist.is_initialized():
            kwargs = {'device_ids': [self.device.index]} if self.device.type == 'cuda' else {}
            model = DistributedDataParallel(model, **kwargs)  # truth: dies
        return model

    def prepare_loader(self, dataset, batch_size):
        sampler = torch.utils.data.DistributedSampler(dataset) if dist.is_initialized() else None
        return torch.utils.data.DataLoader(dataset, batch_size, shuffle=sampler is None,
                                           sampler=sampler)

    def backward(self, loss):
        loss.backward()
