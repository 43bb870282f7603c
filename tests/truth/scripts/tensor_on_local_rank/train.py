import os

import torch
import torch.distributed as dist

from metrics import Average


def main():
    local_rank = int(os.environ["LOCAL_RANK"])
    dist.init_process_group("gloo")
    net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(3, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.01)
    average = Average(device=local_rank)  # truth: dies
    for _ in range(4):
        loss = net(torch.randn(2, 3)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        average.add(loss.item(), 2)
    print(average.all_reduce())


if __name__ == "__main__":
    main()
