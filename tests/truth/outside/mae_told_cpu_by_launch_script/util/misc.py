import os
from collections import defaultdict

import torch
import torch.distributed as dist


class Meter:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, value):
        self.total += value
        self.count += 1

    def synchronize(self, device):
        t = torch.tensor([self.count, self.total], dtype=torch.float64, device=device)
        dist.barrier()
        dist.all_reduce(t)
        self.count, self.total = int(t[0]), t[1].item()


class MetricLogger:
    def __init__(self):
        self.meters = defaultdict(Meter)

    def log_every(self, iterable, freq):
        MB = 1024.0 * 1024.0
        for i, item in enumerate(iterable):
            yield item
            if i % freq == 0:
                if torch.cuda.is_available():
                    print(i, torch.cuda.max_memory_allocated() / MB)
                else:
                    print(i)


def init_distributed_mode(args):
    if 'RANK' not in os.environ:
        args.distributed = False
        return
    args.gpu = int(os.environ['LOCAL_RANK'])
    args.distributed = True
    if args.device == 'cuda':
        torch.cuda.set_device(args.gpu)
    args.dist_backend = 'nccl' if args.device == 'cuda' else 'gloo'
    dist.init_process_group(args.dist_backend, init_method=args.dist_url)


def save_on_master(*args, **kwargs):
    if not dist.is_initialized() or dist.get_rank() == 0:
        torch.save(*args, **kwargs)
