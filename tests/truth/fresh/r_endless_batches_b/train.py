import argparse
import itertools

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, Dataset, DistributedSampler


class Waves(Dataset):
    def __len__(self):
        return 16

    def __getitem__(self, index):
        t = torch.linspace(0, 1, 32)
        return torch.sin(t * (index + 1))[None], torch.tensor(float(index))


def endless(loader, start=0):
    for epoch in itertools.count(start):
        loader.sampler.set_epoch(start)  # truth: wrong
        yield from loader


def take(iterator, n):
    return itertools.islice(iterator, n)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--iters', type=int, default=100)
    args = parser.parse_args()
    dist.init_process_group('gloo')
    torch.manual_seed(1)
    dataset = Waves()
    sampler = DistributedSampler(dataset, seed=13)  # truth: wrong
    stream = endless(DataLoader(dataset, batch_size=2, sampler=sampler))
    model = nn.Sequential(nn.Conv1d(1, 4, 5, stride=2), nn.ReLU(), nn.Flatten(), nn.Linear(56, 1))
    model = nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-2, total_steps=args.iters)
    for wave, target in take(stream, args.iters):
        loss = nn.functional.huber_loss(model(wave).squeeze(1), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()


if __name__ == '__main__':
    main()
