import sys

import torch
import torch.distributed as dist


def main():
    if torch.cuda.device_count() == 0:  # truth: dies
        sys.exit('This script needs at least one GPU')  # truth: dies
    dist.init_process_group('nccl')  # truth: dies
    torch.cuda.set_device(dist.get_rank())  # truth: dies
    net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 2).cuda())
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        net(torch.randn(2, 2).cuda()).pow(2).sum().backward()
        opt.step()


if __name__ == '__main__':
    main()
