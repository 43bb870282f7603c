import argparse

import torch
from slurm import init
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=29500)
    parser.add_argument("--epochs", type=int, default=2)
    args = parser.parse_args()
    job = init(args.port)
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 4), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 8, sampler=sampler)
    device = torch.device(f"cuda:{job.gpu}" if torch.cuda.is_available() else "cpu")
    gpu = job.gpu
    model = torch.nn.Linear(4, 1).to(device)
    model = DistributedDataParallel(model, device_ids=[gpu] if device.type == "cuda" else None)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x.to(device)), y.to(device)).backward()
            optimizer.step()


if __name__ == "__main__":
    main()
