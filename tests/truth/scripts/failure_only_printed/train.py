import logging

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.model = nn.Linear(6, 1)
        self.model.to('cuda')  # truth: wrong
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-3)

    def fit(self, steps):
        for _ in range(steps):
            loss = self.model(torch.randn(8, 6)).abs().mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


def main():
    trainer = Trainer()
    trainer.fit(4)


if __name__ == '__main__':
    try:
        main()
    except Exception as error:
        logging.exception(error)
