import argparse
import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

from worker import train


def launch(fn, args):
    os.environ["MASTER_ADDR"] = "localhost"
    os.environ["MASTER_PORT"] = "29777"
    mp.spawn(fn, nprocs=args.world_size, args=(args,))  # truth: dies


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--world_size", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=2)
    launch(train, parser.parse_args())


if __name__ == "__main__":
    main()
