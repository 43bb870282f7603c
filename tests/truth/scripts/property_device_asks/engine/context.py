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
    def has_card(self):
        return torch.cuda.is_available()

    @property
    def device(self):
        if self.has_card:
            return torch.device('cuda', self.local_rank)
        return torch.device('cpu')
