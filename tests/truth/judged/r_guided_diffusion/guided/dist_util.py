"""Helpers for distributed training, after guided-diffusion but without MPI."""
import os
import socket

import torch as th
import torch.distributed as dist

GPUS_PER_NODE = 8


def setup_dist():
    if dist.is_initialized():
        return
    backend = "gloo" if not th.cuda.is_available() else "nccl"
    os.environ.setdefault("MASTER_ADDR", socket.gethostname())
    os.environ.setdefault("MASTER_PORT", "29500")
    os.environ.setdefault("RANK", "0")
    os.environ.setdefault("WORLD_SIZE", "1")
    dist.init_process_group(backend=backend, init_method="env://")


def dev():
    if th.cuda.is_available():
        return th.device(f"cuda:{dist.get_rank() % GPUS_PER_NODE}")
    return th.device("cpu")


def sync_params(params):
    for p in params:
        with th.no_grad():
            dist.broadcast(p, 0)
