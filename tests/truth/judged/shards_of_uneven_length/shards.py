import random

import torch
from torch.utils.data import IterableDataset


def documents(n):
    g = torch.Generator().manual_seed(9)
    return [torch.randint(0, 20, (6,), generator=g) for _ in range(n)]


class Shard(IterableDataset):
    def __init__(self, items, rank, world):
        self.items, self.rank, self.world, self.seed = items, rank, world, 0

    def __iter__(self):
        order = list(range(len(self.items)))
        random.Random(self.seed).shuffle(order)
        for i in order[self.rank::self.world]:  # truth: dies
            yield self.items[i]
