import datetime

import torch
import torch.distributed as dist

_GROUP = None


def cpu_group():
    """A gloo group beside the default one, which may be nccl's."""
    global _GROUP
    if _GROUP is None:
        if dist.get_backend() == "nccl":
            _GROUP = dist.new_group(backend="gloo", timeout=datetime.timedelta(minutes=30))
        else:
            _GROUP = dist.group.WORLD
    return _GROUP


def gather_list(items):
    out = [None] * dist.get_world_size()
    dist.all_gather_object(out, items, group=cpu_group())
    return [item for part in out for item in part]


def gather_tensor(tensor):
    if dist.get_backend() == "nccl":
        out = tensor.new_empty((dist.get_world_size() * tensor.shape[0],) + tensor.shape[1:])
        dist.all_gather_into_tensor(out, tensor)
        return out
    parts = [torch.empty_like(tensor) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, tensor)
    return torch.cat(parts)


def mean(value):
    value = value.detach().clone()
    if dist.get_backend() == "nccl":
        dist.all_reduce(value, op=dist.ReduceOp.AVG)
    else:
        dist.all_reduce(value)
        value /= dist.get_world_size()
    return value.item()


def wait():
    if dist.get_backend() == "gloo":
        dist.monitored_barrier(timeout=datetime.timedelta(minutes=2))
    else:
        dist.barrier(device_ids=[torch.cuda.current_device()])
