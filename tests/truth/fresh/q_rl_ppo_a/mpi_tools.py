import torch
import torch.distributed as dist


def num_procs():
    return dist.get_world_size() if dist.is_initialized() else 1


def proc_id():
    return dist.get_rank() if dist.is_initialized() else 0


def average_gradients(module):
    if num_procs() == 1:
        return
    for p in module.parameters():
        dist.all_reduce(p.grad.data)
        p.grad.data /= num_procs()


def sync_params(module):
    if num_procs() == 1:
        return
    for p in module.parameters():
        dist.broadcast(p.data, src=0)


def statistics_scalar(x):
    stats = torch.tensor([x.sum(), (x ** 2).sum(), float(x.numel())])
    if num_procs() > 1:
        dist.all_reduce(stats)
    mean = stats[0] / stats[2]
    return mean, (stats[1] / stats[2] - mean ** 2).clamp(min=1e-8).sqrt()
