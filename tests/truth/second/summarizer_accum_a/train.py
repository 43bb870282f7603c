#!/usr/bin/env python3
import contextlib
import itertools
import os
import time

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel

ACCUM = int(os.getenv('GRADIENT_ACCUMULATION_STEPS', '2'))
MICRO = int(os.getenv('MICRO_BATCH', '2'))


class CopyNet(nn.Module):
    def __init__(self, vocab=32, d=8):
        super().__init__()
        self.tok = nn.Embedding(vocab, d)
        self.attn = nn.MultiheadAttention(d, 2, batch_first=True)
        self.lm = nn.Linear(d, vocab)

    def forward(self, doc, summary):
        q = self.tok(summary[:, :-1])
        k = self.tok(doc)
        return self.lm(q + self.attn(q, k, k, need_weights=False)[0])


class CudaTimer:
    def __init__(self):
        self.begin, self.end = (torch.cuda.Event(enable_timing=True) for _ in range(2))

    def __enter__(self):
        self.begin.record()
        return self

    def __exit__(self, *exc):
        self.end.record()
        torch.cuda.synchronize()
        self.ms = self.begin.elapsed_time(self.end)


class WallTimer:
    def __enter__(self):
        self.begin = time.perf_counter()
        return self

    def __exit__(self, *exc):
        self.ms = 1000 * (time.perf_counter() - self.begin)


Timer = CudaTimer
if not torch.cuda.is_available():
    Timer = WallTimer


def documents(rank):
    gen = torch.Generator().manual_seed(1000 + rank)
    while True:
        doc = torch.randint(0, 32, (MICRO, 10), generator=gen)
        yield doc, doc[:, :4]


def micro_batches(rank, optimizer_steps):
    stream = itertools.islice(documents(rank), optimizer_steps * ACCUM)
    for i, batch in enumerate(stream):
        boundary = (i + 1) % ACCUM == 0
        yield batch, boundary


def maybe_no_sync(model, boundary):
    if boundary or not isinstance(model, DistributedDataParallel):
        return contextlib.nullcontext()
    return model.no_sync()


def main():
    rank, world = int(os.getenv('RANK', '0')), int(os.getenv('WORLD_SIZE', '1'))
    if world > 1:
        dist.init_process_group('gloo')
    torch.manual_seed(4)
    model = CopyNet()
    if world > 1:
        model = DistributedDataParallel(model)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for (doc, summary), boundary in micro_batches(rank, 2):
        with maybe_no_sync(model, boundary):
            logits = model(doc, summary)
            loss = nn.functional.cross_entropy(logits.transpose(1, 2), summary[:, 1:])
            (loss / ACCUM).backward()
        if boundary:
            with Timer() as timer:
                optimizer.step()
            optimizer.zero_grad()
            print(f'rank {rank}: {loss.item():.4f}, step of {timer.ms:.1f} ms')


if __name__ == '__main__':
    main()
