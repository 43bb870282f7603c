import functools

import torch
import torch.distributed as dist

_DEVICES = {"nccl": "cuda", "gloo": "cpu", "mpi": "cpu"}


@functools.lru_cache()
def comm_device():
    return torch.device(_DEVICES[dist.get_backend()])


def share(thing, src=0):
    box = [thing if dist.get_rank() == src else None]
    dist.broadcast_object_list(box, src=src, device=comm_device())
    return box[0]


def reduce_dict(values):
    names, tensors = zip(*sorted(values.items()))
    stacked = torch.stack(tensors).to(comm_device())
    dist.all_reduce(stacked)
    return dict(zip(names, (stacked / dist.get_world_size()).tolist()))


def gather(thing):
    things = [None] * dist.get_world_size()
    dist.all_gather_object(things, thing)
    return things
