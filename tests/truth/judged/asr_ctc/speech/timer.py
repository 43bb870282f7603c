import time

import torch


class StepTimer:
    """Mean time of a step, measured on the device."""
    def __init__(self):
        self.total, self.n = 0.0, 0

    def __enter__(self):
        torch.cuda.synchronize()  # truth: dies
        self.start = time.perf_counter()
        return self

    def __exit__(self, *exc):
        self.total += time.perf_counter() - self.start
        self.n += 1

    @property
    def mean(self):
        return self.total / max(self.n, 1)
