import time

import torch


class CudaTimer:
    def __enter__(self):
        self.begin = torch.cuda.Event(enable_timing=True)
        self.end = torch.cuda.Event(enable_timing=True)
        self.begin.record()
        return self

    def __exit__(self, *exc):
        self.end.record()
        torch.cuda.synchronize()
        self.ms = self.begin.elapsed_time(self.end)


class WallTimer:
    def __enter__(self):
        self.begin = time.perf_counter()
        return self

    def __exit__(self, *exc):
        self.ms = 1000 * (time.perf_counter() - self.begin)


StepTimer = CudaTimer if torch.cuda.is_available() else WallTimer
