import os

import torch


class Context:
    """What a process knows about itself."""

    @property
    def rank(self):
        return int(os.environ.get('RANK', 0))

    @property
    def local_rank(self):
        return int(os.environ.get('LOCAL_RANK', 0))

    @property
    def device(self):
        return torch.device('cuda', self.local_rank)  # truth: dies
