import random

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import Sampler


class Utterances(torch.utils.data.Dataset):
    def __init__(self, n):
        g = torch.Generator().manual_seed(3)
        self.items = [torch.randn(4 + i % 3, 3, generator=g) for i in range(n)]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class BucketSampler(Sampler):
    """Batches of like length; each pass over it is shuffled anew, alike on all ranks."""

    def __init__(self, data, batch_size, rank, world):
        self.order = sorted(range(len(data)), key=lambda i: len(data[i]))
        self.batch_size, self.rank, self.world, self.passes = batch_size, rank, world, 0

    def batches(self):
        yield from (self.order[i:i + self.batch_size] for i in range(0, len(self.order), self.batch_size))

    def __iter__(self):
        batches = list(self.batches())
        random.Random(self.passes).shuffle(batches)
        self.passes += 1
        return iter(batches[self.rank::self.world])

    def __len__(self):
        return len(self.order) // self.batch_size // self.world


def pad_collate(items):
    return pad_sequence(items, batch_first=True), torch.tensor([float(len(x)) for x in items])
