import torch
import torch.distributed as dist


class Average:
    """A mean over all processes."""

    def __init__(self, device):
        self.total = torch.zeros(2, dtype=torch.float64, device=device)  # truth: dies

    def add(self, value, n=1):
        self.total += torch.tensor([value * n, n], dtype=torch.float64, device=self.total.device)

    def all_reduce(self):
        dist.all_reduce(self.total)
        return (self.total[0] / self.total[1]).item()
