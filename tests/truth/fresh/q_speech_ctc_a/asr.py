import torch
import torch.distributed as dist
from torch import nn
from torch.nn.utils.rnn import pad_sequence


class Acoustic(nn.Module):
    def __init__(self, mels=10, vocab=8):
        super().__init__()
        self.conv = nn.Conv1d(mels, 16, 3, padding=1)
        self.proj = nn.Linear(16, vocab)

    def forward(self, feats):
        hidden = self.conv(feats.transpose(1, 2)).relu().transpose(1, 2)
        return self.proj(hidden).log_softmax(-1)


class Utterances(torch.utils.data.Dataset):
    def __init__(self, size, seed):
        gen = torch.Generator().manual_seed(seed)
        self.items = [(torch.randn(12 + i % 5, 10, generator=gen),
                       torch.randint(1, 8, (3 + i % 3,), generator=gen)) for i in range(size)]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]


def pad_collate(batch):
    feats, texts = zip(*batch)
    return (pad_sequence(feats, batch_first=True), torch.tensor([len(f) for f in feats]),
            pad_sequence(texts, batch_first=True), torch.tensor([len(t) for t in texts]))


class WER:
    def __init__(self, device):
        self.counts = torch.zeros(2, device=device)

    def update(self, best, feat_len, text, text_len):
        for row, length, ref, ref_len in zip(best, feat_len, text, text_len):
            hyp = [int(c) for c in torch.unique_consecutive(row[:length]) if c]
            self.counts += torch.tensor([float(hyp != ref[:ref_len].tolist()), 1.0])

    def compute(self):
        dist.all_reduce(self.counts)  # truth: dies
        return (self.counts[0] / self.counts[1]).item()
