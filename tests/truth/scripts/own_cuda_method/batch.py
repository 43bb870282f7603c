import torch


class Batch:
    """A batch that knows how to move; `cuda` keeps it where it is if there is no card."""

    def __init__(self, x, y):
        self.x, self.y = x, y

    def to(self, device):
        return Batch(self.x.to(device), self.y.to(device))

    def cuda(self):
        return self.to('cuda') if torch.cuda.is_available() else self
