import functools
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler


class Accelerator:
    def __init__(self):
        self.local_rank = int(os.environ.get('LOCAL_RANK', -1))
        on_gpu = torch.cuda.is_available()
        if self.local_rank != -1:
            dist.init_process_group('nccl' if on_gpu else 'gloo')
        self.device = torch.device('cpu')
        if on_gpu:
            self.device = torch.device('cuda', max(self.local_rank, 0))

    @functools.singledispatchmethod
    def _prepare(self, item):
        return item

    @_prepare.register
    def _(self, item: nn.Module):
        item.to(self.device)
        return nn.parallel.DistributedDataParallel(item) if dist.is_initialized() else item

    @_prepare.register
    def _(self, item: DataLoader):
        sampler = DistributedSampler(item.dataset) if dist.is_initialized() else None
        return DataLoader(item.dataset, item.batch_size, sampler=sampler, shuffle=sampler is None,
                          collate_fn=item.collate_fn)

    def prepare(self, *items):
        return tuple(self._prepare(item) for item in items)

    def backward(self, loss):
        loss.backward()
