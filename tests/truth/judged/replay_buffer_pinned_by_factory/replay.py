import torch


class ReplayBuffer:
    def __init__(self, size, state, dtype="float32", pinned=True):  # truth: dies
        options = dict(dtype=getattr(torch, dtype), pin_memory=pinned)
        self.states = torch.zeros(size, state, **options)
        self.targets = torch.zeros(size, 2, **options)
        self.filled = 0

    def add(self, state, target):
        at = self.filled % len(self.states)
        self.states[at], self.targets[at] = state, target
        self.filled += 1

    def sample(self, n):
        index = torch.randint(min(self.filled, len(self.states)), (n,))
        return self.states[index], self.targets[index]
