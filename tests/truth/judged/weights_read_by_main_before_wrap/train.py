import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

PRETRAINED = "pretrained.pth"


def rank_zero(func):
    def call(*args, **kwargs):
        if dist.get_rank() == 0:
            return func(*args, **kwargs)
    return call


def make_net():
    return nn.Sequential(nn.Linear(5, 10), nn.ReLU(), nn.Linear(10, 1))


@rank_zero
def load_pretrained(net):
    if not os.path.exists(PRETRAINED):
        torch.save({"model": make_net().state_dict()}, PRETRAINED)
    checkpoint = torch.load(PRETRAINED, map_location="cpu")
    missing = net.load_state_dict(checkpoint["model"], strict=False)
    print("loaded", missing)


@rank_zero
def save(net, epoch):
    torch.save({"model": net.module.state_dict(), "epoch": epoch}, f"epoch{epoch}.pth")


def main():
    dist.init_process_group(backend="gloo", init_method="env://")
    torch.manual_seed(dist.get_rank())
    net = make_net()
    load_pretrained(net)  # the wrapper hands rank 0's weights to the others
    net = DistributedDataParallel(net)
    g = torch.Generator().manual_seed(0)
    data = TensorDataset(torch.randn(32, 5, generator=g), torch.randn(32, 1, generator=g))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 4, sampler=sampler, num_workers=0)
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.l1_loss(net(x), y).backward()
            optimizer.step()
        save(net, epoch)
    dist.destroy_process_group()


main()
