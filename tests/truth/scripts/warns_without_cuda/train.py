import torch
import torch.distributed as dist

from utils.checks import check_environment


def main():
    check_environment()
    dist.init_process_group('gloo')
    net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(2):
        opt.zero_grad()
        net(torch.randn(3, 2)).sum().backward()
        opt.step()


if __name__ == '__main__':
    main()
