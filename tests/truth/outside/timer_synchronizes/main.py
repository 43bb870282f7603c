import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from lib.engine import Engine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    args = parser.parse_args()
    use_cuda = torch.cuda.is_available()
    dist.init_process_group("nccl" if use_cuda else "gloo")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"])) if use_cuda else torch.device("cpu")
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 8, sampler=sampler)
    model = DistributedDataParallel(torch.nn.Linear(6, 1).to(device))
    engine = Engine(model, torch.optim.SGD(model.parameters(), lr=0.05), device)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for x, y in loader:
            engine.step(x, y)
        if dist.get_rank() == 0:
            print(dict(engine.timer.totals))


if __name__ == "__main__":
    main()
