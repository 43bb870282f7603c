import torch
from torch.utils.data import DataLoader, DistributedSampler

from .state import DistributedType, PartialState


class Accelerator:
    def __init__(self, cpu=False, mixed_precision="no"):
        self.state = PartialState(cpu)
        self.scaler = torch.cuda.amp.GradScaler() if mixed_precision == "fp16" else None

    @property
    def device(self):
        return self.state.device

    @property
    def is_main_process(self):
        return self.state.process_index == 0

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
        if self.state.distributed_type == DistributedType.MULTI_GPU:  # truth: wrong
            index = self.state.local_process_index
            model = torch.nn.parallel.DistributedDataParallel(model, device_ids=[index], output_device=index)
        return model

    def prepare_data_loader(self, loader):
        if self.state.num_processes == 1:
            return loader
        sampler = DistributedSampler(loader.dataset, shuffle=True)
        return DataLoader(loader.dataset, loader.batch_size, sampler=sampler)

    def backward(self, loss):
        if self.scaler is not None:
            self.scaler.scale(loss).backward()
        else:
            loss.backward()
