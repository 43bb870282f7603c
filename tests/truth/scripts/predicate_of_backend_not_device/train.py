import torch
import torch.distributed as dist
from torch import nn

from utils.device import to_device


def main():
    dist.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')
    net = nn.parallel.DistributedDataParallel(to_device(nn.Linear(3, 3)))  # truth: dies
    opt = torch.optim.SGD(net.parameters(), lr=0.02)
    for _ in range(3):
        x = to_device(torch.randn(2, 3))  # truth: dies
        opt.zero_grad()
        net(x).pow(2).sum().backward()
        opt.step()


main()
