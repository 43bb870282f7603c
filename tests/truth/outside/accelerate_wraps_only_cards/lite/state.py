import os
from enum import Enum

import torch


class DistributedType(str, Enum):
    NO = "NO"
    MULTI_CPU = "MULTI_CPU"
    MULTI_GPU = "MULTI_GPU"


class PartialState:
    _shared_state = {}

    def __init__(self, cpu=False):
        self.__dict__ = self._shared_state
        if self.initialized:
            return
        self.num_processes = int(os.environ.get("WORLD_SIZE", 1))
        self.process_index = int(os.environ.get("RANK", 0))
        self.local_process_index = int(os.environ.get("LOCAL_RANK", 0))
        if self.num_processes == 1:
            self.distributed_type = DistributedType.NO
        elif torch.cuda.is_available() and not cpu:
            self.distributed_type = DistributedType.MULTI_GPU
            self.backend = "nccl"
        else:
            self.distributed_type = DistributedType.MULTI_CPU
            self.backend = "gloo"
        if self.distributed_type is not DistributedType.NO:
            torch.distributed.init_process_group(self.backend)
        if self.distributed_type is DistributedType.MULTI_GPU:
            self.device = torch.device("cuda", self.local_process_index)
            torch.cuda.set_device(self.device)
        else:
            self.device = torch.device("cpu")

    @property
    def initialized(self):
        return self._shared_state != {}
