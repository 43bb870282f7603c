import argparse
import os
from dataclasses import dataclass, field

import torch
import torch.distributed as dist
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


@dataclass
class Runtime:
    half: bool = False
    rank: int = field(default_factory=lambda: int(os.environ.get('RANK', 0)))
    world: int = field(default_factory=lambda: int(os.environ.get('WORLD_SIZE', 1)))
    device: torch.device = field(init=False)

    def __post_init__(self):
        use = 'cuda' if torch.cuda.is_available() else 'cpu'
        self.device = torch.device(use)
        if self.world > 1:
            dist.init_process_group({'cuda': 'nccl'}.get(use, 'gloo'))
        if self.half and use == 'cpu':
            self.half = False

    def parallel(self, module):
        return nn.parallel.DistributedDataParallel(module) if self.world > 1 else module


class Matte(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Conv2d(3, 6, 3, padding=1)
        self.dec = nn.Conv2d(6, 1, 3, padding=1)

    def forward(self, x):
        return self.dec(torch.relu(self.enc(x)))


class Validator:
    def __init__(self, runtime, data):
        self.runtime = runtime
        self.data = data

    @torch.no_grad()
    def __call__(self, module):
        module.eval()
        x, y = self.data.tensors
        x = x.to(self.runtime.device)
        if self.runtime.half:
            module, x = module.half(), x.half()
        out = module(x).float().sigmoid()
        error = (out - y.to(out.device)).abs().mean()
        if self.runtime.half:
            module.float()
        module.train()
        return error.item()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--half', action='store_true')
    parser.add_argument('--epochs', type=int, default=2)
    args = parser.parse_args()
    rt = Runtime(half=args.half)
    torch.manual_seed(21)
    x = torch.rand(24, 3, 6, 6)
    data = TensorDataset(x[:16], x[:16].mean(1, keepdim=True))
    val = Validator(rt, TensorDataset(x[16:], x[16:].mean(1, keepdim=True)))
    net = Matte().to(rt.device)
    model = rt.parallel(net)
    opt = optim.Adam(model.parameters(), 1e-3)
    sampler = DistributedSampler(data, rt.world, rt.rank)
    loader = DataLoader(data, 4, sampler=sampler)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for image, alpha in loader:
            opt.zero_grad()
            loss = (model(image.to(rt.device)).sigmoid() - alpha.to(rt.device)).abs().mean()
            loss.backward()
            opt.step()
        if rt.rank == 0:
            print(epoch, loss.item(), val(net))


if __name__ == '__main__':
    main()
