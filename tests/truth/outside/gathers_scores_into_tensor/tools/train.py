import argparse
import os

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from core.evaluation import evaluate


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10)
    args = parser.parse_args()
    local_rank = int(os.environ.get("LOCAL_RANK", 0))
    device = torch.device("cuda", local_rank) if torch.cuda.is_available() else torch.device("cpu")
    dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    torch.manual_seed(0)
    train_set = TensorDataset(torch.randn(32, 4), torch.randint(0, 3, (32,)))
    val_set = TensorDataset(torch.randn(8, 4), torch.randint(0, 3, (8,)))
    sampler = DistributedSampler(train_set)
    loader = DataLoader(train_set, 8, sampler=sampler)
    val_loader = DataLoader(val_set, 4, sampler=DistributedSampler(val_set, shuffle=False))
    model = torch.nn.Linear(4, 3).to(device)
    model = torch.nn.parallel.DistributedDataParallel(model, [local_rank] if device.type == "cuda" else None)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for epoch in range(args.epochs):
        model.train()
        sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x.to(device)), y.to(device)).backward()
            optimizer.step()
        confidence = evaluate(model, val_loader, device)
        if dist.get_rank() == 0:
            print(epoch, confidence)


if __name__ == "__main__":
    main()
