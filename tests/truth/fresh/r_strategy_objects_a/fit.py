import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from strategies import pick_strategy


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)


class Fit:
    def __init__(self, strategy, max_steps=3):
        self.strategy, self.max_steps = strategy, max_steps

    def run(self, module, dataset):
        self.strategy.connect()
        sampler = self.strategy.sampler(dataset)
        loader = DataLoader(dataset, batch_size=4, sampler=sampler, shuffle=sampler is None)
        model = self.strategy.setup(module)
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
        for _, (x, y) in zip(range(self.max_steps), loader):
            x, y = x.to(self.strategy.device), y.to(self.strategy.device)
            loss = nn.functional.mse_loss(model(x), y)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
        self.strategy.teardown()


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--strategy', default='single', choices=('single', 'ddp', 'auto'))
    args = parser.parse_args()
    torch.manual_seed(7)
    Fit(pick_strategy(args.strategy)).run(
        Regressor(), TensorDataset(torch.randn(40, 5), torch.randn(40)))
