import torch
from torch.nn.utils.rnn import pad_sequence


class Utterances(torch.utils.data.Dataset):
    def __init__(self, count=10):
        gen = torch.Generator().manual_seed(2)
        self.lengths = [10 + 2 * i for i in range(count)]
        self.feats = [torch.randn(n, 8, generator=gen) for n in self.lengths]
        self.texts = [torch.randint(1, 6, (3,), generator=gen) for _ in self.lengths]

    def __len__(self):
        return len(self.feats)

    def __getitem__(self, index):
        return self.feats[index], self.texts[index]


def collate(items):
    feats, texts = zip(*items)
    return (pad_sequence(feats, batch_first=True), torch.tensor([len(f) for f in feats]),
            torch.stack(texts), torch.tensor([len(t) for t in texts]))
