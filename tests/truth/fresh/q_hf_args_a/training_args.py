import os
from dataclasses import dataclass, field
from functools import cached_property

import torch
import torch.distributed as dist


@dataclass
class TrainingArguments:
    output_dir: str = 'out'
    per_device_train_batch_size: int = 4
    num_train_epochs: int = 2
    learning_rate: float = 5e-3
    no_cuda: bool = False
    fp16: bool = False
    seed: int = 42
    local_rank: int = field(default=-1, metadata={'help': 'For distributed'})  # truth: wrong
    ddp_backend: str = None

    def __post_init__(self):
        os.makedirs(self.output_dir, exist_ok=True)

    @cached_property
    def _setup_devices(self):
        if self.no_cuda or not torch.cuda.is_available():
            self.ddp_backend = self.ddp_backend or 'gloo'
            device = torch.device('cpu')
        else:
            self.ddp_backend = self.ddp_backend or 'nccl'
            device = torch.device('cuda', max(self.local_rank, 0))
            torch.cuda.set_device(device)
        if self.local_rank != -1 and not dist.is_initialized():  # truth: wrong
            dist.init_process_group(backend=self.ddp_backend)
        return device

    @property
    def device(self):
        return self._setup_devices

    @property
    def world_size(self):
        return dist.get_world_size() if self.local_rank != -1 else 1

    @property
    def process_index(self):
        return dist.get_rank() if self.local_rank != -1 else 0
