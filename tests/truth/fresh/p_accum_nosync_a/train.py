import argparse
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from engine import Accumulator, train_epoch


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--accum-steps', type=int, default=2)
    ap.add_argument('--epochs', type=int, default=2)
    args = ap.parse_args()

    dist.init_process_group('gloo')
    rank, world = int(os.environ['RANK']), int(os.environ['WORLD_SIZE'])
    torch.manual_seed(1)
    net = nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 1))
    model = DistributedDataParallel(net)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(32, 6)
    dataset = TensorDataset(x, x.sum(1, keepdim=True))
    sampler = DistributedSampler(dataset, num_replicas=world, rank=rank)
    loader = DataLoader(dataset, batch_size=4, sampler=sampler)
    accum = Accumulator(model, args.accum_steps)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        mean = train_epoch(model, loader, optimizer, accum, F.mse_loss)
        print(f'rank {rank} epoch {epoch} loss {mean:.4f}')
    dist.destroy_process_group()


if __name__ == '__main__':
    main()
