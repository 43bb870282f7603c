import os

import torch
import torch.distributed as dist


def local_rank():
    return int(os.environ.get("LOCAL_RANK", 0))


def pick_device():
    if torch.cuda.is_available():
        torch.cuda.set_device(local_rank())
        return torch.device("cuda", local_rank())
    return torch.device("cpu")


def setup(device):
    backend = {"cuda": "nccl", "cpu": "gloo"}[device.type]
    dist.init_process_group(backend)


def ddp_arguments(device):
    if device.type == "cpu":
        return {}
    return {"device_ids": [device.index], "output_device": device.index}


def teardown():
    dist.barrier()
    dist.destroy_process_group()
