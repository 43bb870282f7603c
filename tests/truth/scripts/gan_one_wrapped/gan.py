import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class GAN:
    def __init__(self, latent=2, size=4):
        self.latent, self.size = latent, size
        self.generator = nn.Sequential(nn.Linear(latent, 8), nn.ReLU(), nn.Linear(8, size))
        self.discriminator = nn.Sequential(nn.Linear(size, 8), nn.ReLU(), nn.Linear(8, 1))
        self.bce = nn.BCEWithLogitsLoss()

    def parallel(self):
        self.generator = DDP(self.generator)  # truth: wrong

    def optimizers(self, lr=1e-2):
        self.opt_g = torch.optim.Adam(self.generator.parameters(), lr=lr)
        self.opt_d = torch.optim.Adam(self.discriminator.parameters(), lr=lr)  # truth: wrong

    def step(self, real):
        n = len(real)
        fake = self.generator(torch.randn(n, self.latent))
        d_loss = (self.bce(self.discriminator(real), torch.ones(n, 1))
                  + self.bce(self.discriminator(fake.detach()), torch.zeros(n, 1)))
        self.opt_d.zero_grad()
        d_loss.backward()
        self.opt_d.step()  # truth: wrong
        g_loss = self.bce(self.discriminator(fake), torch.ones(n, 1))
        self.opt_g.zero_grad()
        g_loss.backward()
        self.opt_g.step()
        return d_loss.item(), g_loss.item()
