import os
import warnings
from dataclasses import dataclass, field
from functools import cached_property

import torch


@dataclass
class TrainingArguments:
    do_train: bool = field(default=False)
    fp16: bool = field(default=False, metadata={"help": "Whether to use fp16 (mixed) precision"})
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
        if self.fp16 and self.device.type != "cuda":
            warnings.warn("mixed precision training (`--fp16`) is ignored: no CUDA device")
            self.fp16 = False

    @cached_property
    def _setup_devices(self):
        if self.no_cuda or not torch.cuda.is_available():
            device = torch.device("cpu")
            self._n_gpu = 0
            if self.local_rank != -1 and not torch.distributed.is_initialized():
                torch.distributed.init_process_group(backend="gloo")
        elif self.local_rank == -1:
            device = torch.device("cuda:0")
            self._n_gpu = torch.cuda.device_count()
        else:
            torch.distributed.init_process_group(backend="nccl")
            device = torch.device("cuda", self.local_rank)
            self._n_gpu = 1
        if device.type == "cuda":
            torch.cuda.set_device(device)
        return device

    @property
    def device(self):
        return self._setup_devices

    @property
    def n_gpu(self):
        _ = self._setup_devices
        return self._n_gpu

    @property
    def world_size(self):
        return torch.distributed.get_world_size() if self.local_rank != -1 else 1
