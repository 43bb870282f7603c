import torch
from torch import nn

from devices import manager


class Diffusion(nn.Module):
    def __init__(self, steps=10):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 16), nn.SiLU(), nn.Linear(16, 4))
        self.register_buffer('alpha', torch.linspace(0.99, 0.1, steps))

    def forward(self, x):
        t = torch.randint(0, len(self.alpha), (len(x),), device=x.device)
        noise = torch.randn_like(x)
        a = self.alpha[t, None]
        noisy = a.sqrt() * x + (1 - a).sqrt() * noise
        guess = self.net(torch.cat([noisy, t[:, None] / len(self.alpha)], 1))
        return nn.functional.mse_loss(guess, noise)


def main():
    manager.seed(123)
    model = manager.place(Diffusion())
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    times = []
    for _ in range(3):
        with manager.timer(times.append), manager.autocast():
            loss = model(manager.place(torch.randn(16, 4)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f'{sum(times) / len(times):.4f} s per step', manager.memory())


if __name__ == '__main__':
    main()
