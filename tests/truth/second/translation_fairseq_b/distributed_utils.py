import os

import torch
import torch.distributed as dist

_BACKENDS = {"cuda": "nccl", "cpu": "gloo", "xpu": "ccl"}


def infer_init_method(args):
    args.distributed_world_size = int(os.environ.get("WORLD_SIZE", "1"))
    args.distributed_rank = int(os.environ.get("RANK", "0"))
    args.device_id = int(os.environ.get("LOCAL_RANK", "0"))
    use_cuda = torch.cuda.is_available() and not args.cpu
    args.device = torch.device("cuda", args.device_id) if use_cuda else torch.device("cpu")


def distributed_init(args):
    if args.distributed_world_size == 1 or dist.is_initialized():
        return args.distributed_rank
    backend = _BACKENDS.get(args.device.type, "nccl")
    dist.init_process_group(backend=backend, init_method="env://")
    return dist.get_rank()


def all_reduce_sum(values, device):
    buffer = torch.tensor(values, dtype=torch.double, device=device)
    if dist.is_initialized():
        dist.all_reduce(buffer)
    return buffer.tolist()
