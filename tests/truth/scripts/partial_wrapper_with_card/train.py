import os
from functools import partial

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

local_rank = int(os.environ['LOCAL_RANK'])
Parallel = partial(DistributedDataParallel, device_ids=[local_rank])  # truth: dies


def main():
    dist.init_process_group('gloo')
    encoder, head = torch.nn.Linear(4, 4), torch.nn.Linear(4, 1)
    encoder, head = map(Parallel, (encoder, head))  # truth: dies
    params = [*encoder.parameters(), *head.parameters()]
    opt = torch.optim.SGD(params, lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        head(encoder(torch.randn(2, 4))).sum().backward()
        opt.step()


if __name__ == '__main__':
    main()
