import os
from enum import Enum

import torch

from .imports import is_deepspeed_available, is_tpu_available

if is_tpu_available():
    import torch_xla.core.xla_model as xm


class DistributedType(str, Enum):
    NO = "NO"
    MULTI_CPU = "MULTI_CPU"
    MULTI_GPU = "MULTI_GPU"
    DEEPSPEED = "DEEPSPEED"


class PartialState:
    _shared_state = {}

    def __init__(self, cpu=False, **kwargs):
        self.__dict__ = self._shared_state
        if self.initialized:
            return
        self._cpu = cpu
        self.backend = None
        if os.environ.get("LITE_USE_DEEPSPEED", "false") == "true" and not cpu:
            assert is_deepspeed_available(), "DeepSpeed is not available"
            self.distributed_type = DistributedType.DEEPSPEED
            self.backend = "nccl"
            torch.distributed.init_process_group(backend=self.backend, **kwargs)
            self.device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
            torch.cuda.set_device(self.device)
        elif int(os.environ.get("LOCAL_RANK", -1)) != -1 and not cpu and torch.cuda.is_available():
            self.distributed_type = DistributedType.MULTI_GPU
            self.backend = "nccl"
            torch.distributed.init_process_group(backend=self.backend, **kwargs)
            self.device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
            torch.cuda.set_device(self.device)
        elif int(os.environ.get("WORLD_SIZE", 1)) > 1:
            self.distributed_type = DistributedType.MULTI_CPU
            self.backend = "gloo"
            torch.distributed.init_process_group(backend=self.backend, **kwargs)
            self.device = torch.device("cpu")
        else:
            self.distributed_type = DistributedType.NO
            self.device = xm.xla_device() if is_tpu_available() else self.default_device

    @property
    def default_device(self):
        if torch.cuda.is_available() and not self._cpu:
            return torch.device("cuda")
        return torch.device("cpu")

    @property
    def initialized(self):
        return self._shared_state != {}

    @property
    def local_process_index(self):
        return int(os.environ.get("LOCAL_RANK", 0))

    @property
    def num_processes(self):
        return torch.distributed.get_world_size() if torch.distributed.is_initialized() else 1
