import argparse
import contextlib

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


class Accumulator:
    """Micro-batches, and when their gradients are put together."""

    def __init__(self, model, every):
        self.model, self.every, self.count = model, every, 0

    @property
    def boundary(self):
        return self.count % self.every == self.every - 1

    @contextlib.contextmanager
    def micro(self):
        quiet = not self.boundary
        with self.model.no_sync() if quiet else contextlib.nullcontext():
            yield
        self.count += 1

    @property
    def complete(self):
        return self.count % self.every == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--accum', type=int, default=4)
    args = parser.parse_args()
    dist.init_process_group('gloo')
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    loader = DataLoader(data, batch_size=4, sampler=DistributedSampler(data, shuffle=False))
    model = DDP(nn.Sequential(nn.Linear(6, 6), nn.GELU(), nn.Linear(6, 1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    accumulator = Accumulator(model, args.accum)
    for x, y in loader:
        with accumulator.micro():
            loss = nn.functional.mse_loss(model(x), y) / args.accum
            loss.backward()
        if accumulator.complete:
            optimizer.step()
            optimizer.zero_grad()


if __name__ == '__main__':
    main()
