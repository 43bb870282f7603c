import argparse
import random

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from comm import Communicator


class Experiment:
    comm_cls = Communicator

    def __init__(self, args):
        self.args = args
        self.comm = self.comm_cls.from_env(args.backend)
        self.seed = self.comm.share({"seed": random.randint(0, 999)})["seed"]
        torch.manual_seed(self.seed)
        g = torch.Generator().manual_seed(self.seed)
        self.data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))
        self.model = DDP(nn.Linear(4, 1))

    def __call__(self):
        loader = DataLoader(self.data, 4, sampler=DistributedSampler(self.data, seed=self.seed))
        optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05)
        for epoch in range(self.args.epochs):
            loader.sampler.set_epoch(epoch)
            for x, y in loader:
                optimizer.zero_grad()
                nn.functional.mse_loss(self.model(x), y).backward()
                optimizer.step()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", default="gloo", choices=["gloo", "nccl"])
    parser.add_argument("--epochs", default=2, type=int)
    Experiment(parser.parse_args())()
