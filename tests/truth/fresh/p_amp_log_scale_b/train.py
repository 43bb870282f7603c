import json
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from solver import Solver

OPT = json.loads(os.environ.get('OPT', '{"lr": 0.001, "epochs": 2, "batch": 4}'))


class DoubleConv(nn.Sequential):
    def __init__(self, cin, cout):
        super().__init__(nn.Conv2d(cin, cout, 3, padding=1), nn.InstanceNorm2d(cout), nn.ReLU(),
                         nn.Conv2d(cout, cout, 3, padding=1), nn.ReLU())


class UNet(nn.Module):
    def __init__(self, c=4):
        super().__init__()
        self.enc, self.mid = DoubleConv(1, c), DoubleConv(c, c)
        self.dec, self.out = DoubleConv(2 * c, c), nn.Conv2d(c, 1, 1)

    def forward(self, x):
        e = self.enc(x)
        m = nn.functional.interpolate(self.mid(nn.functional.max_pool2d(e, 2)), scale_factor=2)
        return self.out(self.dec(torch.cat([e, m], 1)))


def main():
    dist.init_process_group('gloo')
    torch.manual_seed(5)
    x = torch.randn(16, 1, 8, 8)
    data = TensorDataset(x, (x > 0).float())
    loader = DataLoader(data, OPT['batch'], sampler=DistributedSampler(data))
    Solver(UNet(), OPT).fit(loader, OPT['epochs'])
    dist.destroy_process_group()


if __name__ == '__main__':
    main()
