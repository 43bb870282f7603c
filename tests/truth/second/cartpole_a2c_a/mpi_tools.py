import os

import torch.distributed as dist


def setup():
    if 'RANK' in os.environ:
        dist.init_process_group('gloo')


def proc_id():
    return dist.get_rank() if dist.is_initialized() else 0


def num_procs():
    return dist.get_world_size() if dist.is_initialized() else 1


def average_gradients(module):
    if num_procs() == 1:
        return
    for p in module.parameters():
        dist.all_reduce(p.grad)
        p.grad /= num_procs()


def sync_params(module):
    if num_procs() > 1:
        for p in module.parameters():
            dist.broadcast(p.data, 0)
