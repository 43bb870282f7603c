import argparse

import torch
from comm import init
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=29500)
    parser.add_argument("--backend", choices=["nccl", "gloo", "mpi"], default=None)
    args = parser.parse_args()
    rank, world, device = init(args.port, args.backend)
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 4), torch.randn(32, 1))
    sampler = DistributedSampler(data) if world > 1 else None
    loader = DataLoader(data, 8, sampler=sampler, shuffle=sampler is None)
    model = torch.nn.Linear(4, 1).to(device)
    if world > 1:
        model = DistributedDataParallel(model, device_ids=None if device.index is None else [device.index])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for epoch in range(2):
        if sampler is not None:
            sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
        if rank == 0:
            print(epoch)


if __name__ == "__main__":
    main()
