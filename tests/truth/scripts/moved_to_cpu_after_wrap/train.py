import torch
import torch.distributed as dist
import torch.nn as nn


class Experiment:
    def __init__(self, hidden):
        dist.init_process_group('gloo')
        self.device = torch.device('cpu')
        self.model = nn.Sequential(nn.Linear(3, hidden), nn.ReLU(), nn.Linear(hidden, 1)).float()
        self.model.to(self.device)
        self.model = nn.parallel.DistributedDataParallel(self.model)
        self.criterion = nn.SmoothL1Loss().to(self.device)
        self.optimizer = torch.optim.Adam(self.model.parameters())

    def fit(self, steps):
        for _ in range(steps):
            x = torch.rand(4, 3).to(self.device)
            loss = self.criterion(self.model(x), x.sum(1, keepdim=True))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


if __name__ == '__main__':
    Experiment(hidden=5).fit(4)
