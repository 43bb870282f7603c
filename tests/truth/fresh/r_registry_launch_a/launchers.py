import torch
import torch.distributed as dist

LAUNCHERS = {}


def register(key):
    def wrap(fn):
        LAUNCHERS[key] = fn
        return fn
    return wrap


@register('cluster')
def init_cluster():
    dist.init_process_group('nccl')


@register('auto')
def init_auto():
    LAUNCHERS['cluster' if torch.cuda.is_available() else 'workstation']()


@register('workstation')
def init_workstation():
    dist.init_process_group('gloo')


def get_device(index):
    return torch.device('cuda', index) if torch.cuda.is_available() else torch.device('cpu')
