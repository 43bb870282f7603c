import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel

from comm import prepare_env, setup


class GCNConv(nn.Module):
    def __init__(self, fan_in, fan_out):
        super().__init__()
        self.lin = nn.Linear(fan_in, fan_out, bias=False)
        self.bias = nn.Parameter(torch.zeros(fan_out))

    def forward(self, x, adj):
        return adj @ self.lin(x) + self.bias


class GCN(nn.Module):
    def __init__(self, features, hidden, classes):
        super().__init__()
        self.conv1, self.conv2 = GCNConv(features, hidden), GCNConv(hidden, classes)

    def forward(self, x, adj):
        return self.conv2(self.conv1(x, adj).relu(), adj)


def planetoid_like(nodes=40, features=12, classes=3):
    gen = torch.Generator().manual_seed(6)
    adj = (torch.rand(nodes, nodes, generator=gen) < 0.1).float()
    adj = ((adj + adj.t() + torch.eye(nodes)) > 0).float()
    scale = adj.sum(1).rsqrt()
    x = torch.randn(nodes, features, generator=gen)
    return x, scale[:, None] * adj * scale, torch.randint(0, classes, (nodes,), generator=gen)


def run(rank, world_size, graph):
    device = setup(rank, world_size)
    x, adj, y = (part.to(device) for part in graph)
    train_idx = torch.arange(24).split(24 // world_size)[rank]
    torch.manual_seed(12345)
    model = DistributedDataParallel(GCN(x.size(1), 16, 3).to(device))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(1, 4):
        model.train()
        optimizer.zero_grad()
        out = model(x, adj)[train_idx]
        loss = nn.functional.cross_entropy(out, y[train_idx])
        loss.backward()
        optimizer.step()
        dist.barrier()
        if rank == 0:
            print(f'Epoch: {epoch:02d}, Loss: {loss:.4f}')
    dist.destroy_process_group()


if __name__ == '__main__':
    world_size = torch.cuda.device_count() or 2
    prepare_env()
    mp.spawn(run, args=(world_size, planetoid_like()), nprocs=world_size, join=True)
