import time
from collections import defaultdict

import torch


class Timer:
    """with timer("forward"): ... ; seconds by name in `totals`."""

    def __init__(self, sync=True):
        self.sync = sync
        self.totals = defaultdict(float)
        self._stack = []

    def __call__(self, name):
        self._stack.append((name, None))
        return self

    def _now(self):
        if self.sync:
            torch.cuda.synchronize()  # truth: dies
        return time.perf_counter()

    def __enter__(self):
        name, _ = self._stack.pop()
        self._stack.append((name, self._now()))

    def __exit__(self, *exc):
        name, begin = self._stack.pop()
        self.totals[name] += self._now() - begin
        return False
