import argparse
import contextlib

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


@contextlib.contextmanager
def distributed_session():
    dist.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')
    try:
        yield dist.get_rank(), dist.get_world_size()
    finally:
        dist.destroy_process_group()


class Mean:
    def __init__(self):
        self.total = torch.zeros(2, dtype=torch.float64)

    def add(self, value, count):
        self.total += torch.tensor([value * count, count], dtype=torch.float64)

    def compute(self):
        dist.all_reduce(self.total)  # truth: dies
        return (self.total[0] / self.total[1]).item()


def fit(model, loader, epochs, metric):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(epochs):
        loader.sampler.set_epoch(epoch)
        for x, y in loader:
            loss = nn.functional.binary_cross_entropy_with_logits(model(x).squeeze(1), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            metric.add(loss.item(), len(x))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--epochs', type=int, default=5)
    args = parser.parse_args()
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randint(0, 2, (32,)).float())
    metric = Mean()
    with distributed_session() as (rank, world):
        sampler = DistributedSampler(data, world, rank)
        loader = DataLoader(data, batch_size=8, sampler=sampler)
        model = DDP(nn.Linear(6, 1))
        fit(model, loader, args.epochs, metric)
    result = metric.compute()  # truth: dies
    if rank == 0:
        print(f'loss {result:.4f}')


if __name__ == '__main__':
    main()
