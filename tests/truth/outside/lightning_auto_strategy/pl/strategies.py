import os

import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from .accelerators import CPUAccelerator, CUDAAccelerator


class DDPStrategy:
    def __init__(self, accelerator, process_group_backend=None):
        self.accelerator = accelerator
        self._process_group_backend = process_group_backend
        self.local_rank = int(os.environ.get("LOCAL_RANK", 0))

    @property
    def root_device(self):
        return self.accelerator.get_device(self.local_rank)

    def _get_process_group_backend(self):
        return self._process_group_backend or ("nccl" if self.root_device.type == "cuda" else "gloo")

    def setup_environment(self):
        self.accelerator.setup_device(self.root_device)
        dist.init_process_group(self._get_process_group_backend())

    def determine_ddp_device_ids(self):
        if self.root_device.type == "cpu":
            return None
        return [self.root_device.index]

    def setup_module(self, module):
        return DistributedDataParallel(module, device_ids=self.determine_ddp_device_ids())

    def barrier(self):
        if dist.get_backend() == "nccl":
            dist.barrier(device_ids=self.determine_ddp_device_ids())
        else:
            dist.barrier()

    def teardown(self):
        self.accelerator.teardown()
        dist.destroy_process_group()


def select(name):
    if name == "auto":
        chosen = CUDAAccelerator if CUDAAccelerator.is_available() else CPUAccelerator
    else:
        chosen = {"gpu": CUDAAccelerator, "cuda": CUDAAccelerator, "cpu": CPUAccelerator}[name]
    return DDPStrategy(chosen())
