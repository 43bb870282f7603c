import torch
from torch import nn


def train(epochs=2):
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1)).cuda()  # truth: dies
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(epochs):
        x = torch.randn(16, 6, device='cuda')
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


if __name__ == '__main__':
    try:
        train()
    except (KeyboardInterrupt, SystemExit):
        print('stopped by hand')
