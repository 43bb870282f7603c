import random
from collections import deque

import torch


class ReplayBuffer:
    def __init__(self, capacity, device):
        self.memory = deque(maxlen=capacity)
        self.device = device

    def add(self, *transition):
        self.memory.append(transition)

    def __len__(self):
        return len(self.memory)

    def _to_torch(self, column):
        tensor = torch.stack([torch.as_tensor(x, dtype=torch.float32) for x in column])
        if self.device.type == 'cuda':
            tensor = tensor.pin_memory()
        return tensor.to(self.device, non_blocking=True)

    def sample(self, batch_size):
        batch = random.sample(self.memory, batch_size)
        return tuple(self._to_torch(column) for column in zip(*batch))
