import os

import torch
import torch.distributed as dist


class Slurm:
    rank = int(os.environ.get("SLURM_PROCID", 0))
    world_size = int(os.environ.get("SLURM_NTASKS", 1))
    node_list = os.environ.get("SLURM_NODELIST", "localhost")

    @property
    def gpu(self):
        return self.rank % torch.cuda.device_count()  # truth: dies


def init(port):
    job = Slurm()
    os.environ["MASTER_ADDR"] = job.node_list.split(",")[0]
    os.environ["MASTER_PORT"] = str(port)
    dist.init_process_group("gloo", rank=job.rank, world_size=job.world_size)
    return job
