import argparse

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from worker import Worker


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", type=int, help="card of this process; the CPU if not given")
    parser.add_argument("--amp", action="store_true")
    args = parser.parse_args()
    if args.gpu is not None:
        torch.cuda.set_device(args.gpu)
    dist.init_process_group("gloo" if args.gpu is None else "nccl")
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    worker = Worker(torch.nn.Linear(6, 1), args.gpu, args.amp)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, 8, sampler=sampler):
            worker.step(x, y)


if __name__ == "__main__":
    main()
