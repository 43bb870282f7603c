import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import Dataset


class FakeSpeech(Dataset):
    def __init__(self, n=32):
        g = torch.Generator().manual_seed(1)
        self.items = []
        for i in range(n):
            t = 20 + int(torch.randint(0, 10, (1,), generator=g))
            self.items.append((torch.randn(t, 8, generator=g), torch.randint(1, 10, (4,), generator=g)))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def collate(batch):
    feats, texts = zip(*batch)
    return (pad_sequence(feats, batch_first=True), torch.tensor([len(f) for f in feats]),
            torch.stack(texts), torch.tensor([len(t) for t in texts]))
