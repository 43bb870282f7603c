import time

import torch


class StepTimer:
    """Mean time of a step, measured on the device."""
    def __init__(self, device):
        self.cuda = torch.device(device).type == 'cuda'
        self.total, self.n = 0.0, 0

    def _now(self):
        if self.cuda:
            torch.cuda.synchronize()
        return time.perf_counter()

    def __enter__(self):
        self.start = self._now()
        return self

    def __exit__(self, *exc):
        self.total += self._now() - self.start
        self.n += 1

    @property
    def mean(self):
        return self.total / max(self.n, 1)
