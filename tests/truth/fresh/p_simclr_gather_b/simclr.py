import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

from nt_xent import NTXent


class TwoViews(torch.utils.data.Dataset):
    def __init__(self, n=16):
        self.x = torch.randn(n, 20, generator=torch.Generator().manual_seed(2))

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return tuple(self.x[i] + 0.2 * torch.randn(20) for _ in range(2))


def init():
    on_gpu = torch.cuda.is_available()
    if on_gpu:
        torch.cuda.set_device(int(os.environ['LOCAL_RANK']))
    dist.init_process_group(backend='cpu:gloo,cuda:nccl' if on_gpu else 'gloo')
    return 'cuda' if on_gpu else 'cpu'


def main(epochs=2):
    device = init()
    torch.manual_seed(dist.get_rank())
    net = nn.Sequential(nn.Linear(20, 16), nn.ReLU(), nn.Linear(16, 8)).to(device)
    net = DDP(net)
    criterion = NTXent()
    opt = torch.optim.Adam(net.parameters(), lr=3e-4)
    dataset = TwoViews()
    sampler = torch.utils.data.DistributedSampler(dataset, drop_last=True)
    loader = torch.utils.data.DataLoader(dataset, batch_size=4, sampler=sampler, drop_last=True)
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        for xi, xj in loader:
            x = torch.cat([xi, xj]).to(device, non_blocking=True)
            zi, zj = net(x).chunk(2)
            loss = criterion(zi, zj)
            opt.zero_grad()
            loss.backward()
            opt.step()
        if dist.get_rank() == 0:
            print(f'Epoch [{epoch}/{epochs}] loss: {loss.item():.4f}')


if __name__ == '__main__':
    main()
