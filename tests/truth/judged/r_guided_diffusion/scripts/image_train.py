import argparse
import os
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import torch as th
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset

from guided import dist_util
from guided.train_util import TrainLoop


class ImageDataset(Dataset):
    """The part of the images that belongs to this shard."""
    def __init__(self, images, shard=0, num_shards=1):
        super().__init__()
        self.local_images = images[shard:][::num_shards]

    def __len__(self):
        return len(self.local_images)

    def __getitem__(self, idx):
        return self.local_images[idx]


def load_data(batch_size):
    images = th.randn(64, 12, generator=th.Generator().manual_seed(0))
    dataset = ImageDataset(images, shard=dist.get_rank(), num_shards=dist.get_world_size())
    loader = DataLoader(dataset, batch_size=batch_size, shuffle=True, drop_last=True)
    while True:
        yield from loader


class UNet(th.nn.Module):
    def __init__(self, dim=12, hidden=24):
        super().__init__()
        self.time = th.nn.Embedding(10, hidden)
        self.inp = th.nn.Linear(dim, hidden)
        self.out = th.nn.Linear(hidden, dim)

    def forward(self, x, t):
        return self.out(th.relu(self.inp(x) + self.time(t)))


def main():
    parser = argparse.ArgumentParser()
    for k, v in dict(batch_size=8, microbatch=4, lr=1e-3, ema_rate=0.99, steps=8).items():
        parser.add_argument(f"--{k}", default=v, type=type(v))
    args = parser.parse_args()
    dist_util.setup_dist()
    model = UNet()
    model.to(dist_util.dev())
    TrainLoop(model=model, data=load_data(args.batch_size), batch_size=args.batch_size, microbatch=args.microbatch,
              lr=args.lr, ema_rate=args.ema_rate, steps=args.steps).run_loop()


if __name__ == "__main__":
    main()
