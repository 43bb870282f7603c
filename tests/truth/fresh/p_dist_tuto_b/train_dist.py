import os
from random import Random

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Partition(object):
    """Dataset-like object, but only access a subset of it."""

    def __init__(self, data, index):
        self.data = data
        self.index = index

    def __len__(self):
        return len(self.index)

    def __getitem__(self, index):
        return self.data[self.index[index]]


class DataPartitioner(object):
    def __init__(self, data, sizes, seed=1234):
        self.data = data
        self.partitions = []
        indexes = list(range(len(data)))
        Random(seed).shuffle(indexes)
        for frac in sizes:
            part_len = int(frac * len(data))
            self.partitions.append(indexes[:part_len])
            indexes = indexes[part_len:]

    def use(self, partition):
        return Partition(self.data, self.partitions[partition])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, kernel_size=3)
        self.fc1 = nn.Linear(36, 10)

    def forward(self, x):
        x = F.relu(F.max_pool2d(self.conv1(x), 2))
        return F.log_softmax(self.fc1(x.flatten(1)), dim=1)


def partition_dataset(size):
    g = torch.Generator().manual_seed(0)
    images = torch.randn(32, 1, 8, 8, generator=g)
    labels = torch.randint(0, 10, (32,), generator=g)
    mnist = torch.utils.data.TensorDataset(images, labels)
    bsz = 8 // size
    partition = DataPartitioner(mnist, [1.0 / size for _ in range(size)]).use(dist.get_rank())
    return torch.utils.data.DataLoader(partition, batch_size=bsz, shuffle=True), bsz


def sync(tensors, op):
    with torch.no_grad():
        for t in tensors:
            op(t)


def average(t):
    dist.all_reduce(t, op=dist.ReduceOp.SUM)
    t /= dist.get_world_size()


def run(rank, size):
    torch.manual_seed(1234 + rank)  # truth: wrong
    train_set, bsz = partition_dataset(size)
    model = Net()  # truth: wrong
    optimizer = optim.SGD(model.parameters(), lr=0.01, momentum=0.5)
    for epoch in range(2):
        epoch_loss = 0.0
        for data, target in train_set:
            optimizer.zero_grad()
            loss = F.nll_loss(model(data), target)
            epoch_loss += loss.item()
            loss.backward()
            sync((p.grad for p in model.parameters()), average)
            optimizer.step()
        print('Rank ', rank, ', epoch ', epoch, ': ', epoch_loss / len(train_set))


def init_process(fn, backend='gloo'):
    dist.init_process_group(backend)
    fn(int(os.environ['RANK']), int(os.environ['WORLD_SIZE']))


if __name__ == '__main__':
    init_process(run)
