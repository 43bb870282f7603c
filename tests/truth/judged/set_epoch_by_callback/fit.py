import argparse

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from mini.callbacks import GpuStats, Printer, ReseedSampler
from mini.trainer import Trainer


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--max-epochs", type=int, default=2)
    parser.add_argument("--log-gpu", action=argparse.BooleanOptionalAction, default=torch.cuda.is_available())
    opts = parser.parse_args()
    dist.init_process_group()if torch.cuda.is_available() else dist.init_process_group("gloo")
    torch.manual_seed(0)
    g = torch.Generator().manual_seed(1)
    data = TensorDataset(torch.randn(32, 5, generator=g), torch.randn(32, 1, generator=g))
    callbacks = [ReseedSampler(), Printer()] + [GpuStats()] * opts.log_gpu
    trainer = Trainer(nn.Linear(5, 1), callbacks=callbacks, max_epochs=opts.max_epochs)
    trainer.fit(DataLoader(data, 4, sampler=DistributedSampler(data)))


if __name__ == "__main__":
    main()
