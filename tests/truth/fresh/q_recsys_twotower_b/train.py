import json
from types import SimpleNamespace

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.distributed import DistributedSampler

from gather import gather_embeddings


class Interactions(Dataset):
    def __init__(self, users, items, rows=32):
        gen = torch.Generator().manual_seed(8)
        self.users = torch.randint(0, users, (rows,), generator=gen)
        self.items = torch.randint(0, items, (rows,), generator=gen)

    def __len__(self):
        return len(self.users)

    def __getitem__(self, i):
        return self.users[i], self.items[i]


class TwoTower(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.user = nn.Sequential(nn.Embedding(cfg.users, cfg.dim), nn.Linear(cfg.dim, cfg.dim))
        self.item = nn.Sequential(nn.Embedding(cfg.items, cfg.dim), nn.Linear(cfg.dim, cfg.dim))

    def forward(self, user, item):
        normalize = nn.functional.normalize
        return normalize(self.user(user), dim=-1), normalize(self.item(item), dim=-1)


def in_batch_loss(queries, keys, temperature):
    queries, keys = gather_embeddings(queries), gather_embeddings(keys)
    logits = queries @ keys.t() / temperature
    labels = torch.arange(len(logits), device=logits.device)
    return nn.functional.cross_entropy(logits, labels)


def main():
    with open('config.json') as file:
        cfg = json.load(file, object_hook=lambda fields: SimpleNamespace(**fields))
    device = torch.device(cfg.device if cfg.device != 'auto' else
                          ('cuda' if torch.cuda.is_available() else 'cpu'))
    dist.init_process_group({'cuda': 'nccl'}.get(device.type, 'gloo'))
    torch.manual_seed(cfg.seed)
    model = DistributedDataParallel(TwoTower(cfg.model).to(device))
    dataset = Interactions(cfg.model.users, cfg.model.items)
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, batch_size=cfg.batch_size, sampler=sampler)
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    for epoch in range(cfg.epochs):
        sampler.set_epoch(epoch)
        for users, items in loader:
            queries, keys = model(users.to(device), items.to(device))
            loss = in_batch_loss(queries, keys, cfg.temperature)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    if dist.get_rank() == 0:
        print('recall loss', loss.item())


if __name__ == '__main__':
    main()
