import torch
from torch.nn.utils.rnn import pad_sequence


class Utterances(torch.utils.data.Dataset):
    def __init__(self, n):
        g = torch.Generator().manual_seed(3)
        self.items = [torch.randn(4 + i % 3, 3, generator=g) for i in range(n)]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def pad_collate(items):
    return pad_sequence(items, batch_first=True), torch.tensor([float(len(x)) for x in items])
