import torch
from mmengine.model import BaseModel
from mmengine.optim import OptimWrapperDict, build_optim_wrapper
from mmengine.registry import MODELS, OPTIM_WRAPPER_CONSTRUCTORS
from torch import nn


@OPTIM_WRAPPER_CONSTRUCTORS.register_module()
class PerModule:
    """One optimizer for each module that the config names."""

    def __init__(self, optim_wrapper_cfg, paramwise_cfg=None):
        self.cfg = optim_wrapper_cfg
        self.cfg.pop('constructor', None)

    def __call__(self, module):
        return OptimWrapperDict(**{
            name: build_optim_wrapper(module._modules[name], cfg.copy())
            for name, cfg in self.cfg.items()})


@MODELS.register_module()
class StripeGAN(BaseModel):

    def __init__(self, noise=4):
        super().__init__()
        self.generator = nn.Sequential(nn.Linear(noise, 48), nn.Tanh())
        self.discriminator = nn.Linear(48, 1)
        self.noise = noise

    def forward(self, inputs, label=None, mode='tensor'):
        return self.generator(torch.randn(len(inputs), self.noise))

    def train_step(self, data, optim_wrapper):
        real = torch.stack(data['inputs']).flatten(1)
        fake = self(real)
        loss_d = self.discriminator(fake.detach()).mean() - self.discriminator(real).mean()
        optim_wrapper['discriminator'].update_params(loss_d)
        loss_g = -self.discriminator(fake).mean()
        optim_wrapper['generator'].update_params(loss_g)
        return dict(loss_d=loss_d, loss_g=loss_g)
