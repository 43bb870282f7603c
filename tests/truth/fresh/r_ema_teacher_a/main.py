import argparse

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from ema import ExponentialAverage


class Loop:
    def __init__(self, model, ema, callbacks):
        self.model, self.ema, self.callbacks = model, ema, callbacks
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.rank = dist.get_rank()

    def call(self, hook, *args):
        for callback in self.callbacks:
            getattr(callback, hook, lambda *_: None)(self, *args)

    def run(self, loader, epochs):
        for epoch in range(epochs):
            loader.sampler.set_epoch(epoch)
            for x, y in loader:
                self.optimizer.zero_grad()
                nn.functional.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
                self.call('after_step')
            self.call('after_epoch', epoch)


class AverageCallback:
    def after_step(self, loop):
        loop.ema.update(loop.model.module)

    def after_epoch(self, loop, epoch):
        loop.ema.copy_to(loop.model.module)


class SaveCallback:
    def after_epoch(self, loop, epoch):
        if loop.rank == 0:
            torch.save(loop.ema.shadow, f'ema_{epoch}.pt')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--epochs', type=int, default=3)
    args = parser.parse_args()
    dist.init_process_group('gloo')
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(16, 4), torch.randn(16, 2))
    loader = DataLoader(data, 4, sampler=DistributedSampler(data))
    model = nn.parallel.DistributedDataParallel(nn.Linear(4, 2))
    ema = ExponentialAverage(model.module, decay=0.8)
    Loop(model, ema, [AverageCallback(), SaveCallback()]).run(loader, args.epochs)


if __name__ == '__main__':
    main()
