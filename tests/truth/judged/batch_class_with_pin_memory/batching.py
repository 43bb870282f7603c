import torch


class GraphBatch:
    def __init__(self, x, owner, y):
        self.x, self.owner, self.y = x, owner, y

    @property
    def size(self):
        return len(self.y)

    def apply(self, func):
        return type(self)(*(func(t) for t in (self.x, self.owner, self.y)))

    def to(self, device):
        return self.apply(lambda t: t.to(device, non_blocking=True))

    def cuda(self, device=None):
        return self.apply(lambda t: t.cuda(device))

    def pin_memory(self):
        # the loader calls this on a machine with cards
        return self.apply(lambda t: t.pin_memory())


class Collater:
    def __call__(self, graphs):
        xs, ys = zip(*graphs)
        owner = torch.cat([torch.full((len(x),), i) for i, x in enumerate(xs)])
        return GraphBatch(torch.cat(xs), owner, torch.stack(ys))


class Graphs(torch.utils.data.Dataset):
    def __init__(self, n):
        g = torch.Generator().manual_seed(6)
        self.items = [(torch.randn(2 + i % 3, 3, generator=g), torch.randn(1, generator=g)) for i in range(n)]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]
