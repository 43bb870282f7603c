import torch
from torch.utils.data import DataLoader, Dataset, DistributedSampler


class Toy(Dataset):
    def __init__(self, n=32):
        generator = torch.Generator().manual_seed(5)
        self.points = torch.randn(n, 3, 16, generator=generator)
        self.labels = torch.randint(0, 4, (n,), generator=generator)

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        return self.points[index], self.labels[index]


def build_loader(dataset, batch_size, shard=False):
    sampler = DistributedSampler(dataset) if shard else None
    return DataLoader(dataset, batch_size, sampler=sampler, shuffle=sampler is None)


if __name__ == '__main__':
    for points, labels in build_loader(Toy(), 2):
        print(points.shape, labels)
