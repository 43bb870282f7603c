import argparse
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

from speech import Utterances, pad_collate


def parse():
    parser = argparse.ArgumentParser(description="Train a tiny recognizer")
    parser.add_argument("--rank", default=0, type=int, help="rank of this worker")
    parser.add_argument("--world-size", default=2, type=int, help="number of workers")
    parser.add_argument("--epochs", default=2, type=int)
    return parser.parse_args()


def main():
    args = parse()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    dist.init_process_group(backend="gloo", init_method="env://")
    torch.manual_seed(17)
    data = Utterances(24)
    sampler = DistributedSampler(data, num_replicas=args.world_size, rank=args.rank)  # truth: wrong
    loader = DataLoader(data, batch_size=4, sampler=sampler, collate_fn=pad_collate)
    model = DistributedDataParallel(torch.nn.GRU(3, 8, batch_first=True))
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for x, lengths in loader:
            out, _ = model(x)
            loss = (out[..., 0] - lengths[:, None]).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    main()
