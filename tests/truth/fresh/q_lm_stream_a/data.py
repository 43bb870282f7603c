from itertools import islice

import torch
from torch.utils.data import IterableDataset, get_worker_info

LINES = ['to be or not to be that is the question', 'all the world is a stage',
         'the course of true love never did run smooth', 'brevity is the soul of wit'] * 8


def write_shards(tokenizer, seq_len):
    ids = [token for line in LINES for token in tokenizer.encode(line)]
    count = len(ids) // seq_len
    return torch.tensor(ids[:count * seq_len]).view(count, seq_len)


class TokenStream(IterableDataset):
    """Reads the blocks of a corpus in turn."""

    def __init__(self, blocks, rank=0, world=1):
        self.blocks = blocks
        self.rank, self.world = rank, world

    def shard(self):
        info = get_worker_info()
        workers, worker = (info.num_workers, info.id) if info else (1, 0)
        return self.rank * workers + worker, self.world * workers

    def __iter__(self):
        first, every = self.shard()
        yield from islice(self.blocks, first, None, every)
