import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

import settings


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-c", "--config", required=True)
    cfg = settings.load(parser.parse_args().config)
    rank = int(os.environ.get("RANK", 0))
    if cfg.distributed.enabled:  # truth: wrong
        dist.init_process_group(cfg.distributed.backend)
    torch.manual_seed(cfg.seed)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data) if cfg.distributed.enabled else None
    loader = DataLoader(data, cfg.trainer.batch_size, sampler=sampler, shuffle=sampler is None)
    model = torch.nn.Linear(6, 1)
    if cfg.distributed.enabled:
        model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(cfg.trainer.epochs):
        if sampler is not None:
            sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
    if rank == 0:
        torch.save(model.state_dict(), "model.pt")


if __name__ == "__main__":
    main()
