import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset, DistributedSampler

from utils import comm


class Regression(Dataset):
    def __init__(self, n=64):
        g = torch.Generator().manual_seed(0)
        self.x = torch.randn(n, 4, generator=g)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.x[i].sum()


@comm.master_only
def log(*args):
    print(*args, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--backend', default='nccl')
    parser.add_argument('--max-epoch', type=int, default=2)
    args = parser.parse_args()
    comm.init(args.backend)
    device = comm.device()
    torch.manual_seed(comm.get_rank())
    model = nn.Linear(4, 1).to(device)
    if comm.get_world_size() > 1:
        ids = [comm.local_rank()] if device.type == 'cuda' else None
        model = nn.parallel.DistributedDataParallel(model, device_ids=ids)
    data = Regression()
    sampler = DistributedSampler(data, num_replicas=comm.get_world_size(), rank=comm.get_rank())
    loader = DataLoader(data, batch_size=8, sampler=sampler)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(args.max_epoch):
        sampler.set_epoch(epoch)
        losses = []
        for x, y in loader:
            loss = (model(x.to(device)).squeeze(1) - y.to(device)).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        everyone = comm.all_gather_object(sum(losses) / len(losses))
        log('epoch', epoch, 'loss', sum(everyone) / len(everyone))
    comm.synchronize()


if __name__ == '__main__':
    main()
