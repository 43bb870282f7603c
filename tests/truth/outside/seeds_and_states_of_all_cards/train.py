import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from common import checkpoint
from common.seed import describe, set_seed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--deterministic", action="store_true")
    parser.add_argument("--epochs", type=int, default=2)
    args = parser.parse_args()
    set_seed(3, args.deterministic)
    local_rank = int(os.environ.get("LOCAL_RANK", "0"))
    device = torch.device("cuda", local_rank) if torch.cuda.device_count() else torch.device("cpu")
    dist.init_process_group("gloo" if device.type == "cpu" else "nccl")
    if dist.get_rank() == 0:
        print(describe())
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 8, sampler=sampler)
    model = torch.nn.Linear(6, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    start = checkpoint.load("last.pt", model, optimizer, device)
    model = DistributedDataParallel(model, device_ids=[local_rank] if device.type == "cuda" else None)
    for epoch in range(start, args.epochs):
        sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
        if dist.get_rank() == 0:
            checkpoint.save("last.pt", model.module, optimizer, epoch)
        dist.barrier()


if __name__ == "__main__":
    main()
