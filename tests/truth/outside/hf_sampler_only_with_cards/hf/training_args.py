import os
from dataclasses import dataclass, field
from functools import cached_property

import torch


@dataclass
class TrainingArguments:
    do_train: bool = field(default=False)
    num_train_epochs: int = field(default=3)
    per_device_train_batch_size: int = field(default=8)
    learning_rate: float = field(default=5e-2)
    seed: int = field(default=42)
    no_cuda: bool = field(default=False)
    local_rank: int = field(default=-1)

    def __post_init__(self):
        env_local_rank = int(os.environ.get("LOCAL_RANK", -1))
        if env_local_rank != -1 and env_local_rank != self.local_rank:
            self.local_rank = env_local_rank

    @cached_property
    def _setup_devices(self):
        if self.local_rank == -1:
            return torch.device("cuda:0" if torch.cuda.is_available() and not self.no_cuda else "cpu")
        if self.no_cuda or not torch.cuda.is_available():
            torch.distributed.init_process_group(backend="gloo")
            return torch.device("cpu")
        torch.distributed.init_process_group(backend="nccl")
        torch.cuda.set_device(self.local_rank)
        return torch.device("cuda", self.local_rank)

    @property
    def device(self):
        return self._setup_devices

    @property
    def n_gpu(self):
        return torch.cuda.device_count() if self.local_rank == -1 else int(torch.cuda.is_available())

    @property
    def train_batch_size(self):
        return self.per_device_train_batch_size * max(1, self.n_gpu)
