import argparse
import os

import torch
import torch.distributed as dist
from dataclass import CommonConfig, DistributedConfig, OptimizationConfig, add_arguments
from torch.utils.data import DataLoader, Dataset, DistributedSampler
from trainer import Trainer


class Pairs(Dataset):
    def __len__(self):
        return 32

    def __getitem__(self, i):
        g = torch.Generator().manual_seed(i)
        x = torch.randn(8, generator=g)
        return {"source": x, "target": x.flip(0)}


def distributed_init(cfg):
    cfg.device_id = int(os.environ.get("LOCAL_RANK", 0))
    dist.init_process_group(cfg.distributed_backend, init_method=cfg.distributed_init_method)
    if torch.cuda.is_available():
        dist.all_reduce(torch.zeros(1).cuda())
    return dist.get_rank()


def grouped(loader, size):
    chunk = []
    for sample in loader:
        chunk.append(sample)
        if len(chunk) == size:
            yield chunk
            chunk = []


def main(cfg):
    rank = distributed_init(cfg)
    torch.manual_seed(cfg.seed)
    if torch.cuda.is_available() and not cfg.cpu:
        torch.cuda.set_device(cfg.device_id)
    model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 8))
    trainer = Trainer(cfg, model, torch.nn.MSELoss())
    data = Pairs()
    sampler = DistributedSampler(data)
    for epoch in range(cfg.max_epoch):
        sampler.set_epoch(epoch)
        for samples in grouped(DataLoader(data, 4, sampler=sampler), cfg.update_freq):
            loss = trainer.train_step(samples)
        if rank == 0:
            print(epoch, loss)


def cli_main():
    parser = argparse.ArgumentParser()
    add_arguments(parser, CommonConfig, DistributedConfig, OptimizationConfig)
    main(parser.parse_args())


if __name__ == "__main__":
    cli_main()
