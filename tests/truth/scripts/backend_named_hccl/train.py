import os

import torch
import torch.distributed as dist

from npu_utils import device_of


def main():
    device = device_of(int(os.environ['LOCAL_RANK']))
    dist.init_process_group(backend='hccl')  # truth: dies
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(4, 1).to(device))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(3):
        optimizer.zero_grad()
        model(torch.randn(4, 4).to(device)).mean().backward()
        optimizer.step()


if __name__ == '__main__':
    main()
