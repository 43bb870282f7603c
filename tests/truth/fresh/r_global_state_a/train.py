import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

import comm
import state


def wrap(model):
    return DDP(model) if state.WORLD_SIZE > 1 else model


def sample(generator):
    x = torch.rand(8, 2, generator=generator)
    return x, (x[:, :1] * x[:, 1:]).sqrt()


def main():
    comm.start()
    torch.manual_seed(0)
    model = wrap(nn.Sequential(nn.Linear(2, 16), nn.SiLU(), nn.Linear(16, 1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    generator = torch.Generator().manual_seed(dist.get_rank())
    for _ in range(4):
        x, y = sample(generator)
        loss = nn.functional.l1_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == '__main__':
    main()
