import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel


def setup(local_rank):
    torch.cuda.set_device(local_rank)
    dist.init_process_group('nccl')


def transfer(tensor):
    return tensor.cuda(non_blocking=True)


def parallel(model):
    index = torch.cuda.current_device()
    return DistributedDataParallel(model.cuda(), device_ids=[index], output_device=index)


def wait():
    torch.cuda.synchronize()
