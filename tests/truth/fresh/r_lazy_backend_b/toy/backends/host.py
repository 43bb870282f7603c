import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def setup(local_rank):
    dist.init_process_group('gloo')


def transfer(tensor):
    return tensor


parallel = DistributedDataParallel


def wait():
    dist.barrier()
