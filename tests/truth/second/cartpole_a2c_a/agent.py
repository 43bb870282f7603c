import torch
from torch import nn


class ActorCritic(nn.Module):
    def __init__(self, obs_dim, act_dim, hidden):
        super().__init__()
        sizes = [obs_dim, *hidden]
        layers = []
        for a, b in zip(sizes, sizes[1:]):
            layers += [nn.Linear(a, b), nn.Tanh()]
        self.body = nn.Sequential(*layers)
        self.pi = nn.Linear(sizes[-1], act_dim)
        self.v = nn.Linear(sizes[-1], 1)

    def forward(self, obs):
        x = self.body(obs)
        return torch.distributions.Categorical(logits=self.pi(x)), self.v(x).squeeze(-1)


class PointMass:
    """A stand-in for gym: walk left or right, stay near the origin."""

    def __init__(self, seed):
        self.rng = torch.Generator().manual_seed(seed)
        self.x = torch.zeros(2)

    def step(self, action):
        noise = torch.randn(2, generator=self.rng)
        self.x = 0.9 * self.x + (action - 0.5) * 0.3 + 0.1 * noise
        return self.x, -self.x.abs().sum()
