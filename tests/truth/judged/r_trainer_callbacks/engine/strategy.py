import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


class Strategy:
    """One process, or one of several."""
    def __init__(self, device='auto'):
        self.world_size = int(os.environ.get('WORLD_SIZE', '1'))
        self.rank = int(os.environ.get('RANK', '0'))
        self.local_rank = int(os.environ.get('LOCAL_RANK', '0'))
        self.device = self._pick(device)

    def _pick(self, name):
        if name == 'auto':
            name = 'cuda' if torch.cuda.is_available() else 'cpu'
        if name == 'cuda':
            torch.cuda.set_device(self.local_rank)
            return torch.device('cuda', self.local_rank)
        return torch.device(name)

    @property
    def backend(self):
        return {'cuda': 'nccl'}.get(self.device.type, 'gloo')

    @property
    def distributed(self):
        return self.world_size > 1

    @property
    def is_main(self):
        return self.rank == 0

    def __enter__(self):
        if self.distributed:
            dist.init_process_group(self.backend)
        return self

    def __exit__(self, *exc):
        if self.distributed and dist.is_initialized():
            dist.destroy_process_group()

    def setup_model(self, model):
        model = model.to(self.device)
        if not self.distributed:
            return model
        kwargs = {}
        if self.device.type == 'cuda':
            kwargs['device_ids'] = [self.local_rank]
        return DistributedDataParallel(model, **kwargs)

    def setup_loader(self, dataset, shuffle=True, **kwargs):
        sampler = None
        if self.distributed:
            sampler = torch.utils.data.DistributedSampler(dataset, self.world_size, self.rank, shuffle=shuffle)
            shuffle = False
        return torch.utils.data.DataLoader(dataset, sampler=sampler, shuffle=shuffle,
                                           pin_memory=self.device.type == 'cuda', **kwargs)

    def mean(self, t):
        if self.distributed:
            dist.all_reduce(t)
            t = t / self.world_size
        return t
