import argparse
import logging
import os
import random

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

logger = logging.getLogger(__name__)


class TextStream(IterableDataset):
    """Lines of a corpus; each process and each worker reads its own."""
    def __init__(self, size=96, seed=0):
        self.tokens = torch.randint(0, 30, (size, 9), generator=torch.Generator().manual_seed(1))
        self.seed = seed
        self.epoch = 0

    def set_epoch(self, epoch):
        self.epoch = epoch

    def __iter__(self):
        info = get_worker_info()
        workers, worker = (info.num_workers, info.id) if info else (1, 0)
        rank, world = (dist.get_rank(), dist.get_world_size()) if dist.is_initialized() else (0, 1)
        order = list(range(len(self.tokens)))
        random.Random(self.seed + self.epoch).shuffle(order)
        for i in order[rank * workers + worker::world * workers]:
            yield self.tokens[i]


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--local_rank", "--local-rank", type=int, default=-1)
    parser.add_argument("--no_cuda", action="store_true")
    parser.add_argument("--batch_size", type=int, default=8)
    parser.add_argument("--epochs", type=int, default=2)
    args = parser.parse_args()
    # torch.distributed.launch gives the option, torchrun the variable
    args.local_rank = int(os.environ.get("LOCAL_RANK", args.local_rank))
    return args


def setup(args):
    if args.local_rank == -1 or args.no_cuda:
        device = torch.device("cuda" if torch.cuda.is_available() and not args.no_cuda else "cpu")
    else:
        if torch.cuda.is_available():
            torch.cuda.set_device(args.local_rank)
            device = torch.device("cuda", args.local_rank)
        else:
            device = torch.device("cpu")
    if args.local_rank != -1:
        dist.init_process_group(backend="nccl" if device.type == "cuda" else "gloo")
    args.n_gpu = torch.cuda.device_count() if args.local_rank == -1 else 1
    args.device = device


def main():
    args = parse()
    setup(args)
    logging.basicConfig(level=logging.INFO if args.local_rank in (-1, 0) else logging.WARN)
    torch.manual_seed(42)
    if torch.cuda.is_available():
        torch.cuda.manual_seed_all(42)
    model = nn.Sequential(nn.Embedding(30, 12), nn.Linear(12, 30)).to(args.device)
    if args.local_rank != -1:
        kwargs = dict(device_ids=[args.local_rank], output_device=args.local_rank) if args.device.type == "cuda" else {}
        model = nn.parallel.DistributedDataParallel(model, **kwargs)
    elif args.n_gpu > 1:
        model = nn.DataParallel(model)
    stream = TextStream()
    loader = DataLoader(stream, batch_size=args.batch_size, num_workers=0)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for epoch in range(args.epochs):
        stream.set_epoch(epoch)
        for tokens in loader:
            tokens = tokens.to(args.device)
            loss = nn.functional.cross_entropy(model(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        logger.info("epoch %d: %.4f", epoch, loss.item())


if __name__ == "__main__":
    main()
