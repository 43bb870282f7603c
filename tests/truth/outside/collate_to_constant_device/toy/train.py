import argparse

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from .data import Sentences


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    args = parser.parse_args()
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = DistributedDataParallel(torch.nn.Sequential(torch.nn.EmbeddingBag(11, 8), torch.nn.Linear(8, 2)))
    optimizer = torch.optim.Adam(model.parameters())
    loader = Sentences(32).loader()
    for epoch in range(args.epochs):
        loader.sampler.set_epoch(epoch)
        for tokens, labels in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(tokens), labels).backward()
            optimizer.step()


if __name__ == "__main__":
    main()
