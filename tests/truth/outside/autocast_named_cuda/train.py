import argparse

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def get_device(name):
    return torch.device(name if name != "cuda" or torch.cuda.is_available() else "cpu")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--amp", action=argparse.BooleanOptionalAction, default=True)
    args = parser.parse_args()
    device = get_device(args.device)
    dist.init_process_group(backend="nccl" if device.type == "cuda" else "gloo")
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 3, 8, 8), torch.randint(0, 3, (32,)))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 8, sampler=sampler, pin_memory=True)
    model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(),
                                torch.nn.Linear(4, 3))
    model = model.to(device=device, memory_format=torch.channels_last)
    model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    # Both do nothing without a card, with a warning.
    scaler = torch.cuda.amp.GradScaler(enabled=args.amp)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for x, y in loader:
            x = x.to(device, non_blocking=True, memory_format=torch.channels_last)
            with torch.autocast("cuda", dtype=torch.float16, enabled=args.amp):
                loss = torch.nn.functional.cross_entropy(model(x), y.to(device))
            optimizer.zero_grad()
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        if dist.get_rank() == 0:
            print(epoch, torch.cuda.memory_allocated(), torch.cuda.max_memory_reserved())


if __name__ == "__main__":
    main()
