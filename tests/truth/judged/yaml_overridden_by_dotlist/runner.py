import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


class Runner:
    def __init__(self, cfg):
        self.cfg = cfg
        t = cfg.trainer
        dist.init_process_group(t.backend)
        self.device = torch.device(t.device, int(os.environ["LOCAL_RANK"]) if t.device == "cuda" else None) \
            if t.device == "cuda" else torch.device(t.device)
        torch.manual_seed(0)
        self.model = DDP(nn.Linear(4, 1).to(self.device))
        g = torch.Generator().manual_seed(0)
        self.data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))

    def fit(self):
        sampler = DistributedSampler(self.data)
        loader = DataLoader(self.data, sampler=sampler, **self.cfg.data)
        optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05)
        scaler = torch.cuda.amp.GradScaler(enabled=self.cfg.trainer.precision == 16)
        for epoch in range(self.cfg.trainer.epochs):
            sampler.set_epoch(epoch)
            for x, y in loader:
                x, y = x.to(self.device), y.to(self.device)
                scaler.scale(nn.functional.mse_loss(self.model(x), y)).backward()
                scaler.step(optimizer)
                scaler.update()
                optimizer.zero_grad()
