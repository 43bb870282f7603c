import argparse
import logging

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP

from data import build_loaders

logger = logging.getLogger("seg")


def validate(model, loader):
    model.eval()
    hist = torch.zeros(2)
    with torch.inference_mode():
        for x, y in loader:
            hist += torch.tensor([(model(x).argmax(1) == y).sum(), y.numel()])
    dist.all_reduce(hist)
    return (hist[0] / hist[1]).item()


def train_one_epoch(model, loader, optimizer):
    model.train()
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    args = parser.parse_args()
    dist.init_process_group("gloo")
    logging.basicConfig(level=logging.INFO if dist.get_rank() == 0 else logging.ERROR)
    torch.manual_seed(0)
    model = DDP(torch.nn.Conv2d(3, 4, 3, padding=1))
    train_loader, val_loader, sampler = build_loaders(4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        train_one_epoch(model, train_loader, optimizer)
        logger.info("epoch %d acc %.3f", epoch, validate(model, val_loader))


if __name__ == "__main__":
    main()
