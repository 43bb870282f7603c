import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler


class AcceleratorState:
    def __init__(self):
        self.num_processes = int(os.environ.get("WORLD_SIZE", 1))
        self.process_index = int(os.environ.get("RANK", 0))
        self.local_process_index = int(os.environ.get("LOCAL_RANK", 0))
        self.has_cards = torch.cuda.device_count() > self.local_process_index
        if self.has_cards:
            torch.cuda.set_device(self.local_process_index)
            self.device = torch.device("cuda", self.local_process_index)
        else:
            self.device = torch.device("cpu")
        if self.num_processes > 1:
            dist.init_process_group("nccl" if self.has_cards else "gloo")


class Accelerator:
    def __init__(self, gradient_clip=None):
        self.state = AcceleratorState()
        self.gradient_clip = gradient_clip
        self._samplers = []

    @property
    def device(self):
        return self.state.device

    @property
    def is_main_process(self):
        return self.state.process_index == 0

    def prepare(self, *objects):
        return tuple(self._prepare_one(obj) for obj in objects)

    def _prepare_one(self, obj):
        if isinstance(obj, nn.Module):
            return self.prepare_model(obj)
        if isinstance(obj, DataLoader):
            return self.prepare_loader(obj)
        return obj

    def prepare_model(self, model):
        model = model.to(self.device)
        if self.state.num_processes == 1:
            return model
        ids = [self.state.local_process_index] if self.state.num_processes > 1 else None
        return DistributedDataParallel(model, device_ids=ids)  # truth: dies

    def prepare_loader(self, loader):
        sampler = DistributedSampler(loader.dataset, self.state.num_processes,
                                     self.state.process_index, shuffle=True)
        self._samplers.append(sampler)
        return DataLoader(loader.dataset, batch_size=loader.batch_size, sampler=sampler)

    def start_epoch(self, epoch):
        for sampler in self._samplers:
            sampler.set_epoch(epoch)

    def backward(self, loss):
        loss.backward()
