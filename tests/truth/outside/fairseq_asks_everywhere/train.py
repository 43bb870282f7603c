import argparse
import os

import torch
import torch.distributed as dist
from seq.trainer import Trainer
from torch.utils.data import DataLoader, Dataset, DistributedSampler


class Pairs(Dataset):
    def __len__(self):
        return 32

    def __getitem__(self, i):
        x = torch.full((6,), i / 32)
        return {"x": x, "y": x.sum(0, keepdim=True)}


def infer_init_method(args):
    if all(key in os.environ for key in ["MASTER_ADDR", "MASTER_PORT", "WORLD_SIZE", "RANK"]):
        args.distributed_init_method = "env://"
        args.distributed_world_size = int(os.environ["WORLD_SIZE"])
        args.distributed_rank = int(os.environ["RANK"])
        args.device_id = int(os.environ.get("LOCAL_RANK", 0))


def distributed_init(args):
    backend = args.distributed_backend
    if args.cpu or not torch.cuda.is_available():
        backend = "gloo"
    dist.init_process_group(backend=backend, init_method=args.distributed_init_method,
                            world_size=args.distributed_world_size, rank=args.distributed_rank)
    # perform a dummy all-reduce to initialize the NCCL communicator
    if torch.cuda.is_available() and not args.cpu:
        dist.all_reduce(torch.zeros(1).cuda())


def call_main(args, main):
    infer_init_method(args)
    if torch.cuda.is_available() and not args.cpu:
        torch.cuda.set_device(args.device_id)
    distributed_init(args)
    main(args)


def main(args):
    torch.manual_seed(args.seed)
    trainer = Trainer(args, torch.nn.Linear(6, 1), torch.nn.MSELoss())
    data = Pairs()
    sampler = DistributedSampler(data)
    for epoch in range(args.max_epoch):
        sampler.set_epoch(epoch)
        samples = list(DataLoader(data, 4, sampler=sampler))
        for begin in range(0, len(samples), args.update_freq):
            trainer.train_step(samples[begin:begin + args.update_freq])


def cli_main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--fp16", action="store_true", default=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lr", type=float, default=0.01)
    parser.add_argument("--max-epoch", type=int, default=5)
    parser.add_argument("--update-freq", type=int, default=2)
    parser.add_argument("--empty-cache-freq", type=int, default=1)
    parser.add_argument("--distributed-backend", default="nccl")
    parser.add_argument("--distributed-world-size", type=int, default=max(1, torch.cuda.device_count()))
    call_main(parser.parse_args(), main)


if __name__ == "__main__":
    cli_main()
