import contextlib
import functools

import torch
from torch.utils.data import DataLoader, DistributedSampler

from .state import DistributedType, PartialState


def on_main_process(function):
    @functools.wraps(function)
    def wrapper(self, *args, **kwargs):
        if self.is_main_process:
            return function(self, *args, **kwargs)
    return wrapper


class Accelerator:
    def __init__(self, cpu=False, mixed_precision="no", gradient_accumulation_steps=1):
        self.state = PartialState(cpu)
        self.native_amp = False
        self.scaler = None
        self.steps = gradient_accumulation_steps
        if mixed_precision == "fp16":
            if not torch.cuda.is_available():
                raise ValueError("fp16 mixed precision requires a GPU")
            self.native_amp = True
            self.scaler = torch.cuda.amp.GradScaler()

    @property
    def device(self):
        return self.state.device

    @property
    def distributed_type(self):
        return self.state.distributed_type

    @property
    def is_main_process(self):
        return self.state.local_process_index == 0

    @on_main_process
    def print(self, *args):
        print(*args)

    @contextlib.contextmanager
    def accumulate(self, model, step):
        if (step + 1) % self.steps == 0 or self.distributed_type == DistributedType.NO:
            yield
        else:
            with model.no_sync():
                yield

    @contextlib.contextmanager
    def autocast(self):
        if self.native_amp:
            with torch.cuda.amp.autocast(dtype=torch.float16):
                yield
        else:
            yield

    def prepare(self, *objects):
        return tuple(self._prepare_one(obj) for obj in objects)

    def _prepare_one(self, obj):
        if isinstance(obj, DataLoader):
            return self.prepare_data_loader(obj)
        if isinstance(obj, torch.nn.Module):
            return self.prepare_model(obj)
        return obj

    def prepare_model(self, model):
        model = model.to(self.device)
        if self.distributed_type == DistributedType.MULTI_GPU:
            kwargs = {"device_ids": [self.state.local_process_index], "output_device": self.state.local_process_index}
            model = torch.nn.parallel.DistributedDataParallel(model, **kwargs)
        elif self.distributed_type == DistributedType.MULTI_CPU:
            model = torch.nn.parallel.DistributedDataParallel(model)
        return model

    def prepare_data_loader(self, loader):
        if self.state.num_processes == 1:
            return loader
        return DataLoader(loader.dataset, loader.batch_size, sampler=DistributedSampler(loader.dataset))

    def gather(self, tensor):
        if self.distributed_type == DistributedType.NO:
            return tensor
        out = [torch.empty_like(tensor) for _ in range(self.state.num_processes)]
        torch.distributed.all_gather(out, tensor)
        return torch.cat(out)

    def backward(self, loss):
        loss = loss / self.steps
        if self.scaler is not None:
            self.scaler.scale(loss).backward()
        else:
            loss.backward()
