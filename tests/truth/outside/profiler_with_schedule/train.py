import argparse

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from utils.profiling import NoProfiler, make_profiler, peak_memory, span, timed


@timed
def train_epoch(model, loader, optimizer, profiler):
    for x, y in loader:
        with span("forward"):
            loss = torch.nn.functional.mse_loss(model(x), y)
        with span("backward"):
            optimizer.zero_grad()
            loss.backward()
        optimizer.step()
        profiler.step()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--profile", action="store_true")
    args = parser.parse_args()
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(64, 6), torch.randn(64, 1))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 8, sampler=sampler)
    model = DistributedDataParallel(torch.nn.Linear(6, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        with make_profiler("log") if args.profile else NoProfiler() as profiler:
            train_epoch(model, loader, optimizer, profiler)
        print(epoch, peak_memory())


if __name__ == "__main__":
    main()
