import os

import torch
import torch.distributed as dist


def init_distributed_device(args):
    args.distributed = 'WORLD_SIZE' in os.environ and int(os.environ['WORLD_SIZE']) > 1
    args.world_size, args.rank, args.local_rank = 1, 0, 0
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    if args.distributed:
        args.local_rank = int(os.environ.get('LOCAL_RANK', 0))
        dist.init_process_group(backend='nccl' if device == 'cuda' else 'gloo', init_method='env://')
        args.world_size = dist.get_world_size()
        args.rank = dist.get_rank()
        if device == 'cuda':
            device = 'cuda:%d' % args.local_rank
            torch.cuda.set_device(device)
    args.device = device
    return torch.device(device)


def reduce_tensor(tensor, n):
    rt = tensor.clone()
    dist.all_reduce(rt, op=dist.ReduceOp.SUM)
    return rt / n


def distribute_bn(model, world_size, reduce=False):
    for name, buf in model.named_buffers(recurse=True):
        if 'running_mean' in name or 'running_var' in name:
            if reduce:
                dist.all_reduce(buf)
                buf /= float(world_size)
            else:
                dist.broadcast(buf, 0)


class AverageMeter:
    def __init__(self):
        self.sum = self.count = 0

    def update(self, v, n=1):
        self.sum += v * n
        self.count += n

    @property
    def avg(self):
        return self.sum / self.count
