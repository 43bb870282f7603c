import argparse

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from gather import GatherLayer, concat_all_gather


class Contrast(nn.Module):
    def __init__(self, dim=8, size=16):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, dim))
        self.register_buffer("queue", F.normalize(torch.randn(size, dim), dim=1))

    def forward(self, a, b):
        a, b = (F.normalize(self.encoder(v), dim=1) for v in (a, b))
        keys = torch.cat(GatherLayer.apply(b))
        perm = torch.randperm(len(keys), device=keys.device)
        logits = a @ torch.cat([keys[perm], self.queue.detach()]).t() / 0.1
        back = torch.argsort(perm)
        offset = dist.get_rank() * len(a)
        labels = back[offset:offset + len(a)]
        with torch.no_grad():
            fresh = concat_all_gather(b.detach())
            self.queue = torch.cat([fresh, self.queue])[:len(self.queue)]
        return logits, labels


def move(thing, gpu):
    return thing if gpu is None else thing.cuda(gpu, non_blocking=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", default=2, type=int)
    parser.add_argument("--gpu", default=None, type=int)
    args = parser.parse_args()
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    model = Contrast()
    if args.gpu is not None:
        torch.cuda.set_device(args.gpu)
        model = DDP(model.cuda(args.gpu), device_ids=[args.gpu])
    else:
        model = DDP(model)
    data = TensorDataset(torch.randn(32, 6, generator=torch.Generator().manual_seed(1)))
    sampler = DistributedSampler(data)
    optimizer = torch.optim.SGD(model.parameters(), 0.05)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for (x,) in DataLoader(data, 4, sampler=sampler, drop_last=True):
            x = move(x, args.gpu)
            loss = F.cross_entropy(*model(x, x + 0.1))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    main()
