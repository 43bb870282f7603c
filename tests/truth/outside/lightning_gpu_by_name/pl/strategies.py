import os

import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

STRATEGIES = {}


def register(name):
    def wrap(cls):
        STRATEGIES[name] = cls
        return cls
    return wrap


class Strategy:
    def __init__(self, accelerator):
        self.accelerator = accelerator
        self.local_rank = int(os.environ.get("LOCAL_RANK", 0))

    @property
    def root_device(self):
        return self.accelerator.root_device(self.local_rank)

    def setup_environment(self):
        dist.init_process_group("nccl" if self.root_device.type == "cuda" else "gloo")


@register("ddp")
class DDPStrategy(Strategy):
    def setup_module(self, module):
        ids = [self.root_device.index] if self.root_device.type == "cuda" else None
        return DistributedDataParallel(module, device_ids=ids)


@register("ddp_find_unused_parameters_true")
class DDPUnusedStrategy(DDPStrategy):
    def setup_module(self, module):
        ids = [self.root_device.index] if self.root_device.type == "cuda" else None
        return DistributedDataParallel(module, device_ids=ids, find_unused_parameters=True)
