import argparse
import random

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

import comm


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", default="gloo", choices=["gloo", "nccl"])
    parser.add_argument("--epochs", default=2, type=int)
    args = parser.parse_args()
    dist.init_process_group(args.backend)
    seed = comm.share(random.randint(0, 999))
    torch.manual_seed(seed)
    g = torch.Generator().manual_seed(seed)
    data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))
    model = DDP(nn.Linear(4, 1))
    loader = DataLoader(data, 4, sampler=DistributedSampler(data, seed=seed))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(args.epochs):
        loader.sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
        print(comm.reduce_dict({"loss": loss.detach()}), comm.gather(float(loss)))


if __name__ == "__main__":
    main()
