import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


class Accelerator:
    def __init__(self, cpu=False):
        self.device = torch.device('cuda' if torch.cuda.is_available() and not cpu else 'cpu')
        self.num_processes = int(os.environ.get('WORLD_SIZE', 1))
        if self.num_processes > 1 and not dist.is_initialized():
            dist.init_process_group('gloo' if self.device.type == 'cpu' else 'nccl')
        self._samplers = []

    @property
    def is_main_process(self):
        return self.num_processes == 1 or dist.get_rank() == 0

    def _prepare_one(self, obj):
        if isinstance(obj, DataLoader):
            return self.prepare_data_loader(obj)
        if isinstance(obj, nn.Module):
            return self.prepare_model(obj)
        return obj

    def prepare(self, *objects):
        result = tuple(self._prepare_one(obj) for obj in objects)
        return result if len(result) > 1 else result[0]

    def prepare_model(self, model):
        model = model.to(self.device)
        if self.num_processes > 1:
            model = nn.parallel.DistributedDataParallel(model)
        return model

    def prepare_data_loader(self, loader):
        if self.num_processes == 1:
            return loader
        sampler = DistributedSampler(loader.dataset, drop_last=True)
        self._samplers.append(sampler)
        return DataLoader(loader.dataset, loader.batch_size, sampler=sampler,
                          collate_fn=loader.collate_fn)

    def start_epoch(self, epoch):
        for sampler in self._samplers:
            sampler.set_epoch(epoch)

    def backward(self, loss):
        loss.backward()

    def print(self, *args):
        if self.is_main_process:
            print(*args)
