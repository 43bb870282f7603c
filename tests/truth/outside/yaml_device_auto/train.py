import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

import settings


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-c", "--config", default="conf/base.yaml")
    cfg = settings.load(parser.parse_args().config)
    dist.init_process_group(cfg.distributed.backend)
    local_rank = int(os.environ["LOCAL_RANK"])
    device = torch.device(cfg.device, local_rank) if cfg.device == "cuda" else torch.device(cfg.device)
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, cfg.trainer.batch_size, sampler=sampler)
    model = DistributedDataParallel(torch.nn.Linear(6, 1).to(device))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(cfg.trainer.epochs):
        sampler.set_epoch(epoch)
        for x, y in loader:
            with torch.autocast(device.type, dtype=torch.bfloat16, enabled=cfg.amp):
                loss = torch.nn.functional.mse_loss(model(x.to(device)).float(), y.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    main()
