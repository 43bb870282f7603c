import torch
import torch.distributed as dist
from torch import nn


class History:
    def __init__(self):
        self.rows = []

    def add(self, **values):
        self.rows.append(values)
        print('  '.join(f'{k}={v:.4g}' for k, v in values.items()))


class Solver:
    def __init__(self, model, opt, amp=True, device='cpu'):
        self.device = torch.device(device)
        self.model = nn.parallel.DistributedDataParallel(model.to(self.device))
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=opt['lr'])
        self.scaler = torch.cuda.amp.GradScaler(enabled=amp, init_scale=2.0 ** 12)
        self.amp = amp
        self.history = History()

    def step(self, x, y):
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast('cuda', enabled=self.amp):
            loss = nn.functional.binary_cross_entropy_with_logits(self.model(x), y)
        self.scaler.scale(loss).backward()
        self.scaler.unscale_(self.optimizer)
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return loss.detach(), norm

    def fit(self, loader, epochs):
        for epoch in range(epochs):
            loader.sampler.set_epoch(epoch)
            for x, y in loader:
                loss, norm = self.step(x.to(self.device), y.to(self.device))
            if dist.get_rank() == 0:
                scale = self.scaler.get_scale()
                self.history.add(epoch=epoch, loss=loss.item(), norm=norm.item(), scale=scale)
