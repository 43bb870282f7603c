import contextlib

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, RandomSampler, TensorDataset


@contextlib.contextmanager
def process_group(backend):
    dist.init_process_group(backend)
    try:
        yield dist.get_rank()
    finally:
        dist.barrier()
        dist.destroy_process_group()


def prepare():
    with process_group("gloo") as rank:  # truth: wrong
        if rank == 0:
            print("preparing the data once")
        dist.barrier()
        g = torch.Generator().manual_seed(0)
        return TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))


def wrap(model):
    return DistributedDataParallel(model) if dist.is_initialized() else model


def main():
    torch.manual_seed(0)
    data = prepare()
    model = wrap(nn.Linear(4, 1))
    sampler = DistributedSampler(data) if dist.is_initialized() else RandomSampler(data)
    loader = DataLoader(data, 4, sampler=sampler)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        if hasattr(sampler, "set_epoch"):
            sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()


if __name__ == "__main__":
    main()
