import builtins
import collections

import torch
import torch.distributed as dist


class SmoothedValue:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, value):
        self.total += value
        self.count += 1

    def synchronize(self):
        device = 'cuda' if dist.get_backend() == 'nccl' else 'cpu'
        t = torch.tensor([self.count, self.total], dtype=torch.float64, device=device)
        dist.barrier()
        dist.all_reduce(t)
        self.count, self.total = t.tolist()

    @property
    def average(self):
        return self.total / max(self.count, 1)


class MetricLogger:
    def __init__(self):
        self.meters = collections.defaultdict(SmoothedValue)

    def update(self, **values):
        for key, value in values.items():
            self.meters[key].update(value)

    def synchronize_between_processes(self):
        for meter in self.meters.values():
            meter.synchronize()

    def log_every(self, iterable, freq, header=''):
        for i, item in enumerate(iterable):
            yield item
            if i % freq == 0:
                text = f'{header} [{i}]'
                if torch.cuda.is_available():
                    text += f' mem: {torch.cuda.max_memory_allocated() // 2 ** 20}'
                print(text)


def setup_for_distributed(is_master):
    inner = builtins.print

    def print(*args, **kwargs):
        if is_master or kwargs.pop('force', False):
            inner(*args, **kwargs)
    builtins.print = print
