import os

import torch
from torch import distributed as dist

try:
    import horovod.torch as hvd
except ImportError:
    hvd = None


def is_primary(args):
    return args.rank == 0


def is_distributed_env():
    if 'WORLD_SIZE' in os.environ:
        return int(os.environ['WORLD_SIZE']) > 1
    if 'SLURM_NTASKS' in os.environ:
        return int(os.environ['SLURM_NTASKS']) > 1
    return False


def reduce_tensor(tensor, n):
    rt = tensor.clone()
    dist.all_reduce(rt, op=dist.ReduceOp.SUM)
    rt /= n
    return rt


def init_distributed_device(args):
    args.distributed = False
    args.world_size = 1
    args.rank = 0
    args.local_rank = 0
    if args.horovod:
        assert hvd is not None, "Horovod is not installed"
        hvd.init()
        args.local_rank = int(hvd.local_rank())
        args.distributed = True
    elif is_distributed_env():
        args.local_rank = int(os.environ.get('LOCAL_RANK', 0))
        backend = getattr(args, 'dist_backend', None) or ('nccl' if torch.cuda.is_available() else 'gloo')
        torch.distributed.init_process_group(backend=backend)
        args.world_size = torch.distributed.get_world_size()
        args.rank = torch.distributed.get_rank()
        args.distributed = True
    if torch.cuda.is_available():
        if args.distributed and not args.no_set_device_rank:
            device = 'cuda:%d' % args.local_rank
        else:
            device = 'cuda:0'
        torch.cuda.set_device(device)
    else:
        device = 'cpu'
    args.device = device
    return torch.device(device)
