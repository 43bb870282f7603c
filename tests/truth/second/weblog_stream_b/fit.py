import contextlib
import functools
import os
import sys

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader

import streams


@contextlib.contextmanager
def process_group():
    needed = os.environ.get('WORLD_SIZE', '1') != '1'
    if needed:
        dist.init_process_group(backend='gloo')
    try:
        yield needed
    finally:
        if needed:
            dist.destroy_process_group()


def mover(kind):
    """A function that brings a tensor to where the model is."""
    ways = {
        'cuda': lambda t, rank: t.pin_memory().cuda(rank, non_blocking=True),
        'cpu': lambda t, rank: t,
    }
    return functools.partial(ways[kind], rank=int(os.environ.get('LOCAL_RANK', 0)))


class BagOfWords(torch.nn.Module):
    def __init__(self, words=64, dim=10, kinds=3):
        super().__init__()
        self.bag = torch.nn.EmbeddingBag(words, dim, mode='mean')
        self.fc = torch.nn.Linear(dim, kinds)

    def forward(self, words):
        return self.fc(self.bag(words))


def fit(batch_size=4, total=32, log=sys.stderr):
    torch.manual_seed(0)
    lines = streams.ShardedLines(streams.toy_lines(total))
    loader = DataLoader(lines, batch_size=batch_size)  # truth: wrong
    move = mover('cpu')
    with process_group() as parallel:
        model = BagOfWords()
        forward = torch.nn.parallel.DistributedDataParallel(model) if parallel else model
        optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
        for words, kind in loader:
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(forward(move(words)), move(kind))
            loss.backward()
            optimizer.step()
            print(f'{loss.item():.3f}', file=log)


if __name__ == '__main__':
    fit()
