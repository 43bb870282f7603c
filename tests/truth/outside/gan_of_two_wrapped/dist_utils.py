import os

import torch
import torch.distributed as dist


class Context:
    """Everything about processes and devices in one place; use `current`."""

    def __init__(self):
        self.rank = int(os.environ.get("RANK", 0))
        self.local_rank = int(os.environ.get("LOCAL_RANK", 0))
        self.world_size = int(os.environ.get("WORLD_SIZE", 1))
        self.device = None

    def __enter__(self):
        if torch.cuda.is_available():
            self.device = torch.device("cuda:%d" % self.local_rank)
            torch.cuda.set_device(self.device)
        else:
            self.device = torch.device("cpu")
        if self.world_size > 1:
            dist.init_process_group("gloo" if self.device.type == "cpu" else "nccl")
        return self

    def __exit__(self, *exc):
        if dist.is_initialized():
            dist.destroy_process_group()
        if self.device.type == "cuda":
            torch.cuda.empty_cache()
            torch.cuda.ipc_collect()

    def wrap(self, *models):
        if self.world_size == 1:
            return [m.to(self.device) for m in models]
        ids = None
        if self.device.type != "cpu":
            ids = [self.local_rank]
        return [torch.nn.parallel.DistributedDataParallel(m.to(self.device), device_ids=ids) for m in models]


current = Context()
