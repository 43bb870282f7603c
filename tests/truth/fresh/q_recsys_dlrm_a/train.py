import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

import callbacks as cb


class DLRM(nn.Module):
    def __init__(self, cardinalities, dense=4, dim=8):
        super().__init__()
        self.tables = nn.ModuleList([nn.EmbeddingBag(c, dim, mode='sum') for c in cardinalities])
        self.bottom = nn.Sequential(nn.Linear(dense, dim), nn.ReLU())
        self.top = nn.Linear(dim + 3, 1)

    def forward(self, dense, sparse):
        x = self.bottom(dense)
        features = [x] + [table(sparse[:, i:i + 1]) for i, table in enumerate(self.tables)]
        stacked = torch.stack(features, 1)
        pairs = torch.bmm(stacked, stacked.transpose(1, 2))
        low = torch.tril_indices(len(features), len(features), -1)
        return self.top(torch.cat([x, pairs[:, low[0], low[1]]], 1)).squeeze(1)


class Trainer:
    def __init__(self, model, loader, callbacks, lr=0.05):
        self.rank = dist.get_rank()
        self.model = nn.parallel.DistributedDataParallel(model)
        self.loader = loader
        self.callbacks = list(callbacks)
        self.optimizer = torch.optim.Adagrad(self.model.parameters(), lr=lr)
        self.loss = nn.BCEWithLogitsLoss()

    def notify(self, event, *args):
        for callback in self.callbacks:
            getattr(callback, event)(self, *args)

    def fit(self, epochs):
        for epoch in range(epochs):
            self.notify('on_epoch_begin', epoch)
            for dense, sparse, click in self.loader:
                self.optimizer.zero_grad()
                loss = self.loss(self.model(dense, sparse), click)
                loss.backward()
                self.optimizer.step()
                self.last = loss.item()
            self.notify('on_epoch_end', epoch)


def criteo_like(rows=32):
    gen = torch.Generator().manual_seed(4)
    return TensorDataset(torch.rand(rows, 4, generator=gen),
                         torch.randint(0, 10, (rows, 2), generator=gen),
                         torch.randint(0, 2, (rows,), generator=gen).float())


def main():
    dist.init_process_group('gloo')
    torch.manual_seed(0)
    dataset = criteo_like()
    sampler = DistributedSampler(dataset, shuffle=True, seed=3)
    loader = DataLoader(dataset, batch_size=8, sampler=sampler)
    plugins = [cb.ReseedSampler(), cb.DecayLR(0.5), cb.Log()]
    Trainer(DLRM([10, 10]), loader, plugins).fit(epochs=2)
    dist.destroy_process_group()


if __name__ == '__main__':
    main()
