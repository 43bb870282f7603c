import argparse
import functools
import os
import socket

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def free_port():
    with socket.socket() as s:
        s.bind(("", 0))
        return s.getsockname()[1]


def launch(main_func, num_procs_per_machine, args=()):
    if "TORCHELASTIC_RUN_ID" in os.environ or "RANK" in os.environ:
        return main_func(int(os.environ["LOCAL_RANK"]), int(os.environ["WORLD_SIZE"]), None, *args)
    url = f"tcp://127.0.0.1:{free_port()}"
    if num_procs_per_machine > 1:
        mp.spawn(functools.partial(main_func), nprocs=num_procs_per_machine, args=(num_procs_per_machine, url, *args))
    else:
        main_func(0, 1, url, *args)


def main(rank, world_size, url, args):
    options = dict(init_method=url, rank=rank, world_size=world_size) if url else {}
    dist.init_process_group("gloo", **options)
    torch.manual_seed(0)
    model = DDP(torch.nn.Linear(4, 1))
    g = torch.Generator().manual_seed(0)
    data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))
    sampler = DistributedSampler(data)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, 4, sampler=sampler):
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
    dist.destroy_process_group()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--num-procs", type=int, default=torch.cuda.device_count() or 2)
    parser.add_argument("--epochs", type=int, default=2)
    opts = parser.parse_args()
    launch(main, opts.num_procs, args=(opts,))
