import argparse
from contextlib import ExitStack, nullcontext

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

parser = argparse.ArgumentParser()
parser.add_argument("--accum-iter", default=2, type=int)
parser.add_argument("--epochs", default=2, type=int)


def step_context(model, i, accum):
    is_update = (i + 1) % accum == 0
    return model.no_sync() if is_update else nullcontext()  # truth: wrong


def main(args):
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    g = torch.Generator().manual_seed(1)
    data = TensorDataset(torch.randn(32, 5, generator=g), torch.randn(32, 1, generator=g))
    sampler = DistributedSampler(data, shuffle=True)
    loader = DataLoader(data, 4, sampler=sampler)
    model = DDP(nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        optimizer.zero_grad()
        for i, (x, y) in enumerate(loader):
            with ExitStack() as stack:
                stack.enter_context(step_context(model, i, args.accum_iter))
                loss = nn.functional.mse_loss(model(x), y) / args.accum_iter
                loss.backward()
            if (i + 1) % args.accum_iter == 0:
                optimizer.step()
                optimizer.zero_grad()


if __name__ == "__main__":
    main(parser.parse_args())
