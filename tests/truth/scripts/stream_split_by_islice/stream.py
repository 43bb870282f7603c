import itertools
import random

import torch
import torch.distributed as dist
from torch.utils.data import IterableDataset


class Stream(IterableDataset):
    """An endless source of numbers, dealt out to the processes in turn."""

    def __init__(self, seed=0):
        self.seed = seed

    def source(self):
        rng = random.Random(self.seed)
        while True:
            yield torch.tensor([rng.random(), rng.random()])

    def __iter__(self):
        return itertools.islice(self.source(), dist.get_rank(), None, dist.get_world_size())
