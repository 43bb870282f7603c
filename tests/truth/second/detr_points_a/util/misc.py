import time
from collections import defaultdict, deque

import torch


class SmoothedValue(object):
    def __init__(self, window_size=20):
        self.deque = deque(maxlen=window_size)

    def update(self, value):
        self.deque.append(value)

    def __str__(self):
        return "%.4f" % torch.tensor(list(self.deque)).median().item()


class MetricLogger(object):
    MB = 1024.0 * 1024.0

    def __init__(self, delimiter="  "):
        self.meters = defaultdict(SmoothedValue)
        self.delimiter = delimiter

    def update(self, **kwargs):
        for k, v in kwargs.items():
            self.meters[k].update(v.item() if isinstance(v, torch.Tensor) else v)

    def __getattr__(self, attr):
        if attr in self.__dict__.get("meters", {}):
            return self.meters[attr]
        raise AttributeError(attr)

    def log_every(self, iterable, print_freq, header=""):
        begin = time.time()
        for i, obj in enumerate(iterable):
            yield obj
            if i % print_freq == 0:
                parts = ["%s: %s" % (name, meter) for name, meter in self.meters.items()]
                peak = torch.cuda.max_memory_allocated() / self.MB
                print(self.delimiter.join([header, str(i), *parts, "max mem: %.0f" % peak]))
        print("%s total %.1f s" % (header, time.time() - begin))
