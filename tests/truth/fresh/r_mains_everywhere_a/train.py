import argparse

import torch
import torch.distributed as dist
from torch import nn

from data import Toy, build_loader
from model import PointNet


def run(args):
    torch.manual_seed(0)
    model = nn.parallel.DistributedDataParallel(PointNet())
    loader = build_loader(Toy(), args.batch_size)  # truth: wrong
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for points, labels in loader:
        loss = nn.functional.cross_entropy(model(points), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--batch-size', type=int, default=8)
    dist.init_process_group('gloo')
    run(parser.parse_args())
    dist.destroy_process_group()
