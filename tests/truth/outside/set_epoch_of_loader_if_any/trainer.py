import torch
from torch.utils.data import DataLoader, DistributedSampler


class Trainer:
    def __init__(self, model, dataset, epochs):
        self.model = model
        self.epochs = epochs
        self.loader = DataLoader(dataset, 8, sampler=DistributedSampler(dataset))  # truth: wrong
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

    def fit(self):
        for epoch in range(self.epochs):
            if hasattr(self.loader, "set_epoch"):
                self.loader.set_epoch(epoch)
            for x, y in self.loader:
                self.optimizer.zero_grad()
                torch.nn.functional.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
