import os

import torch
import torch.distributed as dist
import torch.nn as nn

from settings import LaptopSettings


def main():
    s = LaptopSettings()
    dist.init_process_group(s.backend)
    local_rank = int(os.environ['LOCAL_RANK'])
    torch.manual_seed(local_rank)
    net = nn.Linear(7, 7).to(s.device)  # truth: dies
    net = nn.parallel.DistributedDataParallel(net, device_ids=s.ids(local_rank))  # truth: dies
    opt = torch.optim.SGD(net.parameters(), lr=s.lr)
    for _ in range(4):
        x = torch.randn(3, 7).to(s.device)  # truth: dies
        opt.zero_grad()
        net(x).sum().backward()
        opt.step()


if __name__ == '__main__':
    main()
