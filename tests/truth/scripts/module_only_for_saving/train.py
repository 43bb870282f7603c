import os
import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(5, 5), nn.ReLU(), nn.Linear(5, 1))

    def forward(self, x):
        return self.body(x)


def train(net, steps=6):
    ddp_net = DistributedDataParallel(net)
    optim = torch.optim.SGD(net.parameters(), lr=0.05)
    g = torch.Generator().manual_seed(100 + dist.get_rank())
    for step in range(steps):
        x = torch.randn(16, 5, generator=g)
        loss = nn.functional.mse_loss(ddp_net(x), x.mean(1, keepdim=True))
        optim.zero_grad()
        loss.backward()
        optim.step()
    if dist.get_rank() == 0:
        os.makedirs('out', exist_ok=True)
        torch.save(ddp_net.module.state_dict(), 'out/last.pth')
    return loss


def main():
    dist.init_process_group('gloo')
    torch.manual_seed(0)
    loss = train(Regressor())
    print('rank', dist.get_rank(), 'loss', float(loss))


main()
