import torch
import torch.distributed as dist
from torch import nn

from utils.device import best_device, is_gpu, sync, to_device


def main():
    dev = best_device()
    dist.init_process_group('nccl' if is_gpu(dev) else 'gloo')
    if is_gpu(dev):
        torch.cuda.set_device(dist.get_rank() % torch.cuda.device_count())
    net = nn.parallel.DistributedDataParallel(to_device(nn.Linear(3, 3), dev))
    opt = torch.optim.SGD(net.parameters(), lr=0.02)
    for _ in range(3):
        x = to_device(torch.randn(2, 3), dev)
        opt.zero_grad()
        net(x).pow(2).sum().backward()
        opt.step()
        sync(dev)


main()
