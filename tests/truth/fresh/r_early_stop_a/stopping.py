import torch
import torch.distributed as dist
from torch import nn


class EarlyStopping:
    def __init__(self, patience, min_delta=0.0):
        self.patience, self.min_delta = patience, min_delta
        self.best, self.bad, self.stop = float('inf'), 0, False

    def update(self, value):
        if value < self.best - self.min_delta:
            self.best, self.bad = value, 0
        else:
            self.bad += 1
        self.stop = self.bad >= self.patience

    def agreed(self):
        flag = torch.tensor(int(self.stop))
        dist.broadcast(flag, src=0)
        return bool(flag)


class Validator:
    def __init__(self, x, y):
        self.x, self.y = x, y

    @torch.no_grad()
    def __call__(self, model):
        model.eval()
        loss = nn.functional.mse_loss(model(self.x), self.y).item()
        model.train()
        return loss
