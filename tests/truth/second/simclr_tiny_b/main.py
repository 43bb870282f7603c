import argparse
import os

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

from simclr.modules import SimCLR
from simclr.nt_xent import NT_Xent


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, stride=2)
        self.fc = nn.Linear(8, 10)

    def forward(self, x):
        return self.fc(self.stem(x).relu().mean((2, 3)))


def loader(args, steps):
    gen = torch.Generator().manual_seed(args.seed * 100 + args.nr)
    for _ in range(steps):
        x = torch.rand(args.batch_size, 3, 12, 12, generator=gen)
        yield x + 0.1 * torch.rand(x.shape, generator=gen), x.flip(-1)


def main(args):
    torch.manual_seed(args.seed)
    if args.world_size > 1:
        torch.distributed.init_process_group(backend=args.backend)
    model = SimCLR(Encoder(), 8, args.projection_dim).to(args.device)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-4)
    criterion = NT_Xent(args.temperature)
    if args.world_size > 1:
        model = DDP(model)
    for step, (x_i, x_j) in enumerate(loader(args, 3)):
        optimizer.zero_grad()
        z_i, z_j = model(x_i.to(args.device), x_j.to(args.device))
        loss = criterion(z_i, z_j)
        loss.backward()
        optimizer.step()
        if args.nr == 0:
            print(f"Step [{step}]\t Loss: {loss.item()}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="SimCLR")
    parser.add_argument("--seed", default=42, type=int)
    parser.add_argument("--batch_size", default=4, type=int)
    parser.add_argument("--projection_dim", default=6, type=int)
    parser.add_argument("--temperature", default=0.5, type=float)
    args = parser.parse_args()
    args.world_size = int(os.getenv("WORLD_SIZE", 1))
    args.nr = int(os.getenv("RANK", 0))
    args.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    args.backend = {"cuda": "nccl"}.get(args.device.type, "gloo")
    main(args)
