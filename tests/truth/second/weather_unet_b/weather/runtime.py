from enum import Enum
from functools import cached_property
import os

import torch
import torch.distributed as dist


class Kind(Enum):
    CUDA = "cuda"
    CPU = "cpu"

    @property
    def backend(self):
        return {Kind.CUDA: "nccl", Kind.CPU: "gloo"}[self]


class Runtime:
    def __init__(self):
        self.rank = int(os.environ.get("RANK", "0"))
        self.local_rank = int(os.environ.get("LOCAL_RANK", "0"))
        self.world_size = int(os.environ.get("WORLD_SIZE", "1"))

    @cached_property
    def kind(self):
        return Kind.CUDA if torch.cuda.is_available() else Kind.CPU

    @cached_property
    def device(self):
        index = self.local_rank if self.kind is Kind.CUDA else None
        return torch.device(self.kind.value) if index is None else torch.device("cuda", index)

    def __enter__(self):
        if self.world_size > 1:
            dist.init_process_group(self.kind.backend)
        return self

    def __exit__(self, *exc):
        if dist.is_initialized():
            self.wait()
            dist.destroy_process_group()

    def wait(self):
        if self.world_size == 1:
            return
        options = {"device_ids": [self.local_rank]} if self.kind is Kind.CUDA else {}
        dist.barrier(**options)

    def parallel(self, net):
        net = net.to(self.device)
        if self.world_size == 1:
            return net
        ids = None if self.device.index is None else [self.device.index]
        return torch.nn.parallel.DistributedDataParallel(net, device_ids=ids)
