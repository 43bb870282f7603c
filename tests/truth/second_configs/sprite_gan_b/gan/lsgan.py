import torch
from mmengine.model import BaseModel
from mmengine.registry import DATASETS, MODELS
from torch import nn


@DATASETS.register_module()
class Sprites(torch.utils.data.Dataset):

    def __init__(self, count):
        self.pixels = torch.rand(count, 9)

    def __len__(self):
        return len(self.pixels)

    def __getitem__(self, i):
        return dict(real=self.pixels[i])


@MODELS.register_module()
class LSGAN(BaseModel):

    def __init__(self, noise, pixels, **kwargs):
        super().__init__(**kwargs)
        self.noise = noise
        self.generator = nn.Sequential(nn.Linear(noise, pixels), nn.Sigmoid())
        self.discriminator = nn.Linear(pixels, 1)

    def forward(self, real, mode='tensor'):
        return self.generator(torch.randn(len(real), self.noise, device=real.device))

    def train_step(self, data, optim_wrapper):
        real = self.data_preprocessor(data, True)['real']
        fake = self(real)
        d, g = optim_wrapper['discriminator'], optim_wrapper['generator']
        critic = self.discriminator
        loss_d, _ = self.parse_losses(dict(
            loss_real=(critic(real) - 1).pow(2).mean(),
            loss_fake=critic(fake.detach()).pow(2).mean()))
        d.update_params(loss_d)
        loss_g = (critic(fake) - 1).pow(2).mean()
        g.update_params(loss_g)
        return dict(loss_d=loss_d, loss_g=loss_g)
