import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from .util import get_rank


class Trainer:
    def __init__(self, cfg):
        self.cfg = cfg
        dist.init_process_group(cfg.dist.backend)
        torch.manual_seed(cfg.seed)
        self.model = DistributedDataParallel(nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 2)))
        self.loader = self.get_loader()
        # linear scaling rule
        lr = cfg.base_lr * cfg.batch_size * (get_rank() + 1) / 4  # truth: wrong
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=lr, momentum=0.9)
        self.scheduler = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda step: min(1.0, (step + 1) / cfg.warmup_steps))

    def get_loader(self):
        g = torch.Generator().manual_seed(2)
        data = TensorDataset(torch.randn(32, 6, generator=g), torch.randint(0, 2, (32,), generator=g))
        return DataLoader(data, self.cfg.batch_size, sampler=DistributedSampler(data))

    def run(self):
        for epoch in range(self.cfg.epochs):
            self.loader.sampler.set_epoch(epoch)
            for x, y in self.loader:
                loss = nn.functional.cross_entropy(self.model(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                self.scheduler.step()
