import torch

from .timer import Timer


class Engine:
    def __init__(self, model, optimizer, device, timer=None):
        self.model = model
        self.optimizer = optimizer
        self.device = device
        self.timer = timer or Timer()

    def step(self, x, y):
        with self.timer("forward"):
            loss = torch.nn.functional.mse_loss(self.model(x.to(self.device)), y.to(self.device))
        with self.timer("backward"):
            self.optimizer.zero_grad()
            loss.backward()
        self.optimizer.step()
        return loss.item()
