import argparse

import tensors
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--n_epochs", type=int, default=200)
    opt = parser.parse_args()
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    net = DistributedDataParallel(nn.Linear(4, 1))
    optimizer = torch.optim.Adam(net.parameters())
    data = TensorDataset(torch.randn(32, 4))
    sampler = DistributedSampler(data)
    for epoch in range(opt.n_epochs):
        sampler.set_epoch(epoch)
        for (real,) in DataLoader(data, 8, sampler=sampler):
            valid = tensors.ones(len(real))
            optimizer.zero_grad()
            nn.functional.binary_cross_entropy_with_logits(net(real), valid).backward()
            optimizer.step()


if __name__ == "__main__":
    main()
