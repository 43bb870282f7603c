"""A few lines instead of a library."""
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


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
            model = DistributedDataParallel(model, device_ids=[self.local_rank],  # truth: dies
                                            output_device=self.local_rank)  # truth: dies
        return model

    def prepare(self, *objects):
        return tuple(self.prepare_model(o) if isinstance(o, torch.nn.Module) else o for o in objects)

    def backward(self, loss, **kwargs):
        loss.backward(**kwargs)
