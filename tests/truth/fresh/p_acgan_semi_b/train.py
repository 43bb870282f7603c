import argparse
import dataclasses

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP

from models import D, G


@dataclasses.dataclass
class Options:
    steps: int = 4
    batch: int = 6
    labeled_every: int = 2
    lr: float = 1e-3


def to_ddp(net, **kwargs):
    if torch.cuda.is_available():
        index = torch.cuda.current_device()
        return DDP(net.cuda(index), device_ids=[index], **kwargs)
    return DDP(net, **kwargs)


class Trainer:
    def __init__(self, opt):
        self.opt = opt
        self.rank = dist.get_rank()
        torch.manual_seed(100 + self.rank)
        self.g = to_ddp(G())
        self.d = to_ddp(D())  # truth: dies
        self.g_optim = torch.optim.Adam(self.g.parameters(), opt.lr, betas=(0.0, 0.99))
        self.d_optim = torch.optim.Adam(self.d.parameters(), opt.lr, betas=(0.0, 0.99))

    @property
    def device(self):
        return next(self.d.parameters()).device

    def batch(self):
        x = torch.randn(self.opt.batch, 12, device=self.device)
        y = torch.randint(0, 3, (self.opt.batch,), device=self.device)
        return x, y

    def d_step(self, x, y, labeled):
        adv, aux = self.d(x, labeled=labeled)  # truth: dies
        loss = F.softplus(-adv).mean()
        if labeled:
            loss = loss + F.cross_entropy(aux, y)
        self.d_optim.zero_grad()
        loss.backward()
        self.d_optim.step()
        return loss.item()

    def g_step(self, y):
        self.d.requires_grad_(False)
        fake = self.g(torch.randn(self.opt.batch, 4, device=self.device), y)
        adv, aux = self.d.module(fake)
        loss = F.softplus(-adv).mean() + F.cross_entropy(aux, y)
        self.g_optim.zero_grad()
        loss.backward()
        self.g_optim.step()
        self.d.requires_grad_(True)
        return loss.item()

    def run(self):
        for step in range(self.opt.steps):
            x, y = self.batch()
            d_loss = self.d_step(x, y, labeled=step % self.opt.labeled_every == 0)
            g_loss = self.g_step(y)
            if self.rank == 0:
                print(step, d_loss, g_loss)


def main():
    parser = argparse.ArgumentParser()
    for field in dataclasses.fields(Options):
        parser.add_argument(f'--{field.name}', type=field.type, default=field.default)
    opt = Options(**vars(parser.parse_args()))
    dist.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')
    Trainer(opt).run()
    dist.destroy_process_group()


if __name__ == '__main__':
    main()
