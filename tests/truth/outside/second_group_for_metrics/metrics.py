import torch
import torch.distributed as dist


class Mean:
    """Has a group of its own, so that it does not wait for gradients."""

    def __init__(self):
        self.group = dist.new_group(list(range(dist.get_world_size())), backend="nccl")  # truth: dies
        self.values = []

    def add(self, value):
        self.values.append(float(value))

    def compute(self):
        total = torch.tensor([sum(self.values), len(self.values)])
        dist.all_reduce(total, group=self.group)
        return (total[0] / total[1]).item()
