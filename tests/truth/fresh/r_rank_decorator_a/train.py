import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from decorators import main_process_only, timed


def shard(dataset, batch_size, shuffle):
    return DataLoader(dataset, batch_size, sampler=DistributedSampler(dataset, shuffle=shuffle))


@timed
def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


@timed
@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    hits = torch.zeros(2)
    for x, y in loader:
        hits += torch.tensor([(model.module(x).argmax(1) == y).sum().item(), len(y)])
    dist.all_reduce(hits)
    return hits[0] / hits[1]


@main_process_only
def save(model, path):
    torch.save(model.module.state_dict(), path)


def main():
    dist.init_process_group('gloo')
    torch.manual_seed(0)
    full = TensorDataset(torch.randn(40, 7), torch.randint(0, 3, (40,)))
    model = DDP(nn.Sequential(nn.Linear(7, 9), nn.ReLU(), nn.Linear(9, 3)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train(model, optimizer, shard(full, 5, True))
    evaluate(model, shard(full, 10, False))
    save(model, 'model.pt')


if __name__ == '__main__':
    main()
