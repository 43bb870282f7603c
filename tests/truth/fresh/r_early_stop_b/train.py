import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

from stopping import EarlyStopping, Validator


def main():
    dist.init_process_group('gloo')
    rank = dist.get_rank()
    torch.manual_seed(9)
    model = DistributedDataParallel(nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0001)
    validate = Validator(torch.randn(10, 3), torch.randn(10, 1))
    stopper = EarlyStopping(patience=1, min_delta=0.5)
    generator = torch.Generator().manual_seed(rank)
    for epoch in range(5):
        x = torch.randn(6, 3, generator=generator)
        optimizer.zero_grad()
        model(x).square().mean().backward()  # truth: dies
        optimizer.step()
        if rank == 0:
            stopper.update(validate(model.module))
        if stopper.stop:  # truth: dies
            print('stopping after epoch', epoch)
            break


if __name__ == '__main__':
    main()
