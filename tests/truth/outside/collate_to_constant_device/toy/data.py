import torch
from torch.utils.data import DataLoader, Dataset, DistributedSampler

from .constants import BATCH_SIZE, DEVICE


class Sentences(Dataset):
    def __init__(self, n):
        self.items = [(torch.arange(4) + i) % 11 for i in range(n)]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i], i % 2

    @staticmethod
    def collate(batch):
        tokens, labels = zip(*batch)
        return torch.stack(tokens).to(DEVICE), torch.tensor(labels, device=DEVICE)  # truth: dies

    def loader(self):
        return DataLoader(self, BATCH_SIZE, sampler=DistributedSampler(self), collate_fn=self.collate)
