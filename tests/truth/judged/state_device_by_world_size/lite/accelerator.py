import contextlib

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

from .state import PartialState


class Accelerator:
    def __init__(self, gradient_accumulation_steps=1):
        self.state = PartialState()
        self.steps, self.count = gradient_accumulation_steps, 0
        self.sync_gradients = True

    device = property(lambda self: self.state.device)
    is_main_process = property(lambda self: self.state.local_process_index == 0)

    def print(self, *args):
        if self.is_main_process:
            print(*args)

    def prepare(self, *things):
        return tuple(map(self._prepare_one, things))

    def _prepare_one(self, thing):
        if isinstance(thing, nn.Module):
            return DistributedDataParallel(thing.to(self.device))  # truth: dies
        if isinstance(thing, DataLoader):
            return DataLoader(thing.dataset, thing.batch_size, sampler=DistributedSampler(thing.dataset))
        return thing

    @contextlib.contextmanager
    def accumulate(self, model):
        self.count += 1
        self.sync_gradients = self.count % self.steps == 0
        with contextlib.nullcontext() if self.sync_gradients else model.no_sync():
            yield

    def backward(self, loss):
        (loss / self.steps).backward()
