import itertools

import torch
from torch.utils.data import IterableDataset, get_worker_info


class ShardedLines(IterableDataset):
    def __init__(self, make_lines, window=8):
        self.make_lines, self.window = make_lines, window

    def _shard(self):
        worker = get_worker_info()
        workers, mine = (worker.num_workers, worker.id) if worker else (1, 0)
        return mine, workers  # truth: wrong

    def __iter__(self):
        first, every = self._shard()
        return itertools.islice(self.make_lines(), first, None, every)  # truth: wrong


def toy_lines(total):
    def lines():
        gen = torch.Generator().manual_seed(99)
        for _ in range(total):
            words = torch.randint(0, 64, (12,), generator=gen)
            yield words, (words.sum() % 3)
    return lines
