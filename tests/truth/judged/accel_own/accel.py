"""A little of what accelerate does."""
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


class Accelerator:
    def __init__(self, cpu=False):
        self.num_processes = int(os.environ.get('WORLD_SIZE', 1))
        self.local_process_index = int(os.environ.get('LOCAL_RANK', 0))
        if cpu or not torch.cuda.is_available():
            self.device = torch.device('cpu')
        else:
            self.device = torch.device('cuda', self.local_process_index)
            torch.cuda.set_device(self.device)
        if self.num_processes > 1 and not dist.is_initialized():
            dist.init_process_group('gloo' if self.device.type == 'cpu' else 'nccl')

    @property
    def is_main_process(self):
        return int(os.environ.get('RANK', 0)) == 0

    def prepare(self, *objects):
        out = tuple(self._prepare_one(o) for o in objects)
        return out if len(out) > 1 else out[0]

    def _prepare_one(self, obj):
        if isinstance(obj, torch.nn.Module):
            return self.prepare_model(obj)
        if isinstance(obj, DataLoader):
            return self.prepare_data_loader(obj)
        return obj

    def prepare_model(self, model):
        model = model.to(self.device)
        if self.num_processes > 1:
            ids = None if self.device.type == 'cpu' else [self.local_process_index]
            model = DistributedDataParallel(model, device_ids=ids)
        return model

    def prepare_data_loader(self, loader):
        if self.num_processes == 1:
            return loader
        sampler = DistributedSampler(loader.dataset, shuffle=isinstance(loader.sampler, torch.utils.data.RandomSampler))
        return DataLoader(loader.dataset, batch_size=loader.batch_size, sampler=sampler, drop_last=loader.drop_last)

    def backward(self, loss):
        loss.backward()

    def print(self, *args):
        if self.is_main_process:
            print(*args)
