import torch


class StepTimer:
    """Milliseconds between two points."""

    def __enter__(self):
        self.begin = torch.cuda.Event(enable_timing=True)  # truth: dies
        self.end = torch.cuda.Event(enable_timing=True)  # truth: dies
        self.begin.record()
        return self

    def __exit__(self, *exc):
        self.end.record()
        torch.cuda.synchronize()  # truth: dies
        self.ms = self.begin.elapsed_time(self.end)
