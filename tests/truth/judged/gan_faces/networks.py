import torch.nn as nn


def weights_init(m):
    if isinstance(m, nn.Linear):
        nn.init.normal_(m.weight, 0.0, 0.05)


class Generator(nn.Module):
    def __init__(self, nz=8, out=16):
        super().__init__()
        self.main = nn.Sequential(nn.Linear(nz, 32), nn.ReLU(True), nn.Linear(32, out), nn.Tanh())
        self.apply(weights_init)

    def forward(self, z):
        return self.main(z)


class Discriminator(nn.Module):
    def __init__(self, inp=16):
        super().__init__()
        self.main = nn.Sequential(nn.Linear(inp, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
        self.apply(weights_init)

    def forward(self, x):
        return self.main(x).squeeze(1)
