import torch
import torch.nn as nn
import torch.nn.functional as F


def extract(a, t, x_shape):
    out = a.gather(-1, t)
    return out.reshape(t.shape[0], *((1,) * (len(x_shape) - 1)))


class GaussianDiffusion(nn.Module):
    def __init__(self, model, timesteps=20):
        super().__init__()
        self.model = model
        self.num_timesteps = timesteps
        betas = torch.linspace(1e-4, 0.02, timesteps)
        alphas = torch.cumprod(1. - betas, 0)
        self.register_buffer('sqrt_alphas_cumprod', alphas.sqrt())
        self.register_buffer('sqrt_one_minus_alphas_cumprod', (1. - alphas).sqrt())

    def q_sample(self, x_start, t, noise):
        return (extract(self.sqrt_alphas_cumprod, t, x_start.shape) * x_start
                + extract(self.sqrt_one_minus_alphas_cumprod, t, x_start.shape) * noise)

    def forward(self, x):
        t = torch.randint(0, self.num_timesteps, (x.shape[0],)).cuda()  # truth: dies
        noise = torch.randn_like(x)
        pred = self.model(self.q_sample(x, t, noise), t)
        return F.mse_loss(pred, noise)


class Denoiser(nn.Module):
    def __init__(self, dim=16, steps=20):
        super().__init__()
        self.time = nn.Embedding(steps, dim)
        self.inp = nn.Conv2d(1, dim, 3, padding=1)
        self.out = nn.Conv2d(dim, 1, 3, padding=1)

    def forward(self, x, t):
        return self.out(F.silu(self.inp(x) + self.time(t)[:, :, None, None]))
