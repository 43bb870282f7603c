import argparse
import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class GraphConv(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.lin = nn.Linear(inputs, outputs)

    def forward(self, x, adjacency):
        return self.lin(adjacency @ x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = GraphConv(5, 8), GraphConv(8, 3)

    def forward(self, x, adjacency):
        return self.second(self.first(x, adjacency).relu(), adjacency)


def toy_graph(seed, nodes=12):
    generator = torch.Generator().manual_seed(seed)
    adjacency = (torch.rand(nodes, nodes, generator=generator) > 0.6).float() + torch.eye(nodes)
    return (torch.randn(nodes, 5, generator=generator), adjacency / adjacency.sum(1, keepdim=True),
            torch.randint(0, 3, (nodes,), generator=generator))


def main_worker(rank, ngpus, args):
    os.environ.setdefault('MASTER_ADDR', '127.0.0.1')
    os.environ.setdefault('MASTER_PORT', '29731')
    device = torch.device(f'cuda:{rank}' if torch.cuda.is_available() else 'cpu')
    backend = 'nccl' if device.type == 'cuda' else 'gloo'
    dist.init_process_group(backend, rank=rank, world_size=ngpus)
    torch.manual_seed(rank)
    model = DistributedDataParallel(Net().to(device))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(args.epochs):
        x, adjacency, y = (t.to(device) for t in toy_graph(epoch * ngpus + rank))
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x, adjacency), y).backward()
        optimizer.step()
    dist.barrier()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--epochs', type=int, default=10)
    args = parser.parse_args()
    ngpus = torch.cuda.device_count()  # truth: wrong
    context = mp.get_context('spawn')
    workers = [context.Process(target=main_worker, args=(i, ngpus, args))  # truth: wrong
               for i in range(ngpus)]  # truth: wrong
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0


if __name__ == '__main__':
    main()
