import logging
import os
import sys

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Subset, TensorDataset
from torch.utils.data.distributed import DistributedSampler

log = logging.getLogger('train')


def setup():
    assert torch.cuda.is_available(), 'Training currently requires at least one GPU.'
    dist.init_process_group('nccl')
    rank = dist.get_rank()
    device = rank % torch.cuda.device_count()
    torch.cuda.set_device(device)
    torch.manual_seed(100 * dist.get_world_size() + rank)
    print(f'rank={rank}, world={dist.get_world_size()}')
    return rank, device


def accuracy(model, loader, device):
    model.eval()
    right = torch.tensor(0., device=device)
    seen = torch.tensor(0., device=device)
    with torch.no_grad():
        for x, y in loader:
            x, y = x.to(device), y.to(device)
            right += (model(x).argmax(1) == y).sum()
            seen += len(y)
    dist.all_reduce(right, op=dist.ReduceOp.SUM)
    dist.all_reduce(seen, op=dist.ReduceOp.SUM)
    model.train()
    return (right / seen).item()


def main():
    rank, device = setup()
    logging.basicConfig(stream=sys.stdout, level=logging.INFO if rank == 0 else logging.ERROR)
    g = torch.Generator().manual_seed(0)
    x = torch.randn(80, 10, generator=g)
    data = TensorDataset(x, (x[:, 0] > 0).long())
    train, val = Subset(data, range(64)), Subset(data, range(64, 80))
    model = nn.Sequential(nn.Linear(10, 32), nn.GELU(), nn.Linear(32, 2)).to(device)
    model = nn.parallel.DistributedDataParallel(model, device_ids=[device])
    sampler = DistributedSampler(train, num_replicas=dist.get_world_size(), rank=rank, shuffle=True, seed=1)
    loader = DataLoader(train, batch_size=8, sampler=sampler, num_workers=2, pin_memory=True, drop_last=True)
    vloader = DataLoader(val, batch_size=8, sampler=DistributedSampler(val, shuffle=False))
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        running = torch.zeros(1, device=device)
        for x, y in loader:
            x = x.to(device)
            y = y.to(device)
            loss = F.cross_entropy(model(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            running += loss.detach()
        torch.cuda.synchronize()
        dist.all_reduce(running, op=dist.ReduceOp.SUM)
        mean = running.item() / len(loader) / dist.get_world_size()
        log.info('epoch %d loss %.3f acc %.3f', epoch, mean, accuracy(model, vloader, device))
        if rank == 0:
            torch.save(model.module.state_dict(), 'ck.pt')
        dist.barrier(device_ids=[device])
    dist.destroy_process_group()


if __name__ == '__main__':
    main()
