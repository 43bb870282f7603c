import argparse
import contextlib
import copy
import os
from dataclasses import dataclass

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


@dataclass
class Env:
    rank: int
    local_rank: int
    world_size: int

    @classmethod
    def read(cls):
        return cls(*(int(os.environ.get(name, default)) for name, default in
                     [("RANK", 0), ("LOCAL_RANK", 0), ("WORLD_SIZE", 1)]))

    @property
    def device(self):
        if not torch.cuda.is_available():
            return torch.device("cpu")
        return torch.device("cuda", self.local_rank)


class Ema:
    def __init__(self, model, decay):
        self.shadow = copy.deepcopy(model).requires_grad_(False)
        self.decay = decay

    @torch.no_grad()
    def update(self, model):
        for s, p in zip(self.shadow.parameters(), model.parameters()):
            s.lerp_(p, 1 - self.decay)


def train(env, accumulate, epochs):
    device = env.device
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(64, 6), torch.randn(64, 1))
    sampler = DistributedSampler(data, env.world_size, env.rank)
    loader = DataLoader(data, 4, sampler=sampler)
    net = torch.nn.Linear(6, 1).to(device)
    ema = Ema(net, 0.9)
    model = DistributedDataParallel(net, device_ids=[env.local_rank] if device.type != "cpu" else None)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        for step, (x, y) in enumerate(loader, 1):
            last = step % accumulate == 0 or step == len(loader)
            with contextlib.nullcontext() if last else model.no_sync():
                loss = torch.nn.functional.mse_loss(model(x.to(device)), y.to(device))
                (loss / accumulate).backward()
            if last:
                optimizer.step()
                optimizer.zero_grad()
                ema.update(net)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--accumulate", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=2)
    args = parser.parse_args()
    env = Env.read()
    dist.init_process_group({True: "nccl", False: "gloo"}[torch.cuda.is_available()])
    if env.device.type == "cuda":
        torch.cuda.set_device(env.device)
    train(env, args.accumulate, args.epochs)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
