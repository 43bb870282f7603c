import torch
from torch.utils.data import Dataset


class Molecules(Dataset):
    def __init__(self, size=24):
        gen = torch.Generator().manual_seed(2)
        self.graphs = []
        for index in range(size):
            nodes = 4 + index % 3
            edges = torch.randint(0, nodes, (2, 2 * nodes), generator=gen)
            self.graphs.append((torch.randn(nodes, 6, generator=gen), edges, float(nodes)))

    def __len__(self):
        return len(self.graphs)

    def __getitem__(self, index):
        return self.graphs[index]


def collate(graphs):
    offset, xs, edges, owner, ys = 0, [], [], [], []
    for number, (x, edge, y) in enumerate(graphs):
        xs.append(x)
        edges.append(edge + offset)
        owner.append(torch.full((len(x),), number))
        ys.append(y)
        offset += len(x)
    return torch.cat(xs), torch.cat(edges, 1), torch.cat(owner), torch.tensor(ys)
