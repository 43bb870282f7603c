import torch
import torch.distributed as dist

from hardware import Hardware


def main():
    hw = Hardware.CUDA  # truth: dies
    dist.init_process_group(hw.backend)  # truth: dies
    torch.manual_seed(dist.get_rank())
    net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 2).to(hw.device))  # truth: dies
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        net(torch.randn(2, 2, device=hw.device)).pow(2).sum().backward()  # truth: dies
        opt.step()


if __name__ == '__main__':
    main()
