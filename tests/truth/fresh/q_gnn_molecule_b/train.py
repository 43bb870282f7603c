from dataclasses import asdict

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

from config import Config
from data import Molecules, collate


class GIN(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = nn.Linear(6, cfg.hidden)
        self.mlp = nn.Sequential(nn.Linear(cfg.hidden, cfg.hidden), nn.ReLU())
        self.readout = nn.Linear(cfg.hidden, 1)
        self.edge = nn.Bilinear(cfg.hidden, cfg.hidden, 1) if cfg.edge_head else None

    def forward(self, x, edges, owner, graphs, with_edges=False):
        h = self.embed(x)
        h = self.mlp(h + torch.zeros_like(h).index_add(0, edges[1], h[edges[0]]))
        pooled = torch.zeros(graphs, h.size(1)).index_add(0, owner, h)
        out = self.readout(pooled).squeeze(1)
        if with_edges and self.edge is not None:
            return out, self.edge(h[edges[0]], h[edges[1]])
        return out


def main(cfg):
    dist.init_process_group(dist.Backend.GLOO)
    torch.manual_seed(cfg.seed)
    model = DistributedDataParallel(GIN(cfg.model), **asdict(cfg.parallel))
    optimizer = torch.optim.Adam(model.parameters())
    dataset = Molecules()
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, cfg.batch_size, sampler=sampler, collate_fn=collate)
    for epoch in range(cfg.epochs):
        sampler.set_epoch(epoch)
        for x, edges, owner, y in loader:
            out = model(x, edges, owner, len(y))
            loss = nn.functional.l1_loss(out, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    if dist.get_rank() == 0:
        cfg.dump('run.json')


if __name__ == '__main__':
    main(Config())
