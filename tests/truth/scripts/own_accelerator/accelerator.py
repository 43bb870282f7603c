"""A few lines instead of a library."""
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler


class Accelerator:
    def __init__(self, cpu=False):
        self.local_rank = int(os.environ.get('LOCAL_RANK', -1))
        use_cuda = torch.cuda.is_available() and not cpu
        if self.local_rank != -1 and not dist.is_initialized():
            dist.init_process_group('nccl' if use_cuda else 'gloo')
        self.device = torch.device('cuda', max(self.local_rank, 0)) if use_cuda else torch.device('cpu')

    @property
    def num_processes(self):
        return dist.get_world_size() if dist.is_initialized() else 1

    def prepare_model(self, model):
        model = model.to(self.device)
        if self.num_processes > 1:
            ids = [self.local_rank] if self.device.type == 'cuda' else None
            model = DistributedDataParallel(model, device_ids=ids)
        return model

    def prepare_loader(self, loader):
        if self.num_processes == 1:
            return loader
        sampler = DistributedSampler(loader.dataset)
        return DataLoader(loader.dataset, loader.batch_size, sampler=sampler, collate_fn=loader.collate_fn)

    def prepare(self, *objects):
        return tuple(
            self.prepare_model(o) if isinstance(o, torch.nn.Module)
            else self.prepare_loader(o) if isinstance(o, DataLoader) else o for o in objects)

    def backward(self, loss, **kwargs):
        loss.backward(**kwargs)
