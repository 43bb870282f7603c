"""Misc functions, including distributed helpers."""
import os
from collections import defaultdict, deque

import torch
import torch.distributed as dist


class SmoothedValue(object):
    def __init__(self, window_size=20, fmt='{median:.4f} ({global_avg:.4f})'):
        self.deque = deque(maxlen=window_size)
        self.total = 0.0
        self.count = 0
        self.fmt = fmt

    def update(self, value, n=1):
        self.deque.append(value)
        self.count += n
        self.total += value * n

    def synchronize_between_processes(self, device=None):
        if not is_dist_avail_and_initialized():
            return
        t = torch.tensor([self.count, self.total], device=device)
        dist.barrier()
        dist.all_reduce(t)
        t = t.tolist()
        self.count = int(t[0])
        self.total = t[1]

    @property
    def median(self):
        return torch.tensor(list(self.deque)).median().item()

    @property
    def global_avg(self):
        return self.total / self.count

    def __str__(self):
        return self.fmt.format(median=self.median, global_avg=self.global_avg)


class MetricLogger(object):
    def __init__(self, delimiter='\t'):
        self.meters = defaultdict(SmoothedValue)
        self.delimiter = delimiter

    def update(self, **kwargs):
        for k, v in kwargs.items():
            self.meters[k].update(v.item() if isinstance(v, torch.Tensor) else v)

    def synchronize_between_processes(self, **kwargs):
        for meter in self.meters.values():
            meter.synchronize_between_processes(**kwargs)

    def log_every(self, iterable, print_freq, header=''):
        for i, obj in enumerate(iterable):
            yield obj
            if i % print_freq == 0:
                memory = ''
                if torch.cuda.is_available():
                    memory = 'max mem: %d' % torch.cuda.max_memory_allocated()
                print(header, i, self.delimiter.join(f'{k}: {v}' for k, v in self.meters.items()),
                      memory)


def is_dist_avail_and_initialized():
    return dist.is_available() and dist.is_initialized()


def get_rank():
    return dist.get_rank() if is_dist_avail_and_initialized() else 0


def init_distributed_mode(args):
    if 'RANK' in os.environ and 'WORLD_SIZE' in os.environ:
        args.rank = int(os.environ['RANK'])
        args.world_size = int(os.environ['WORLD_SIZE'])
        args.gpu = int(os.environ['LOCAL_RANK'])
    else:
        print('Not using distributed mode')
        args.distributed = False
        return
    args.distributed = True
    args.dist_backend = 'gloo'
    if args.device == 'cuda':
        torch.cuda.set_device(args.gpu)
        args.dist_backend = 'nccl'
    dist.init_process_group(backend=args.dist_backend, init_method=args.dist_url,
                            world_size=args.world_size, rank=args.rank)
    dist.barrier()
