import torch
from torch import nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self, obs_dim=4, acts=2):
        super().__init__()
        self.pi = nn.Sequential(nn.Linear(obs_dim, 16), nn.Tanh(), nn.Linear(16, acts))
        self.v = nn.Sequential(nn.Linear(obs_dim, 16), nn.Tanh(), nn.Linear(16, 1))

    def act(self, obs):
        with torch.no_grad():
            dist = Categorical(logits=self.pi(obs))
            action = dist.sample()
            return action, dist.log_prob(action), self.v(obs).squeeze(-1)


class WalkEnv:
    def __init__(self, seed):
        self.gen = torch.Generator().manual_seed(seed)

    def reset(self):
        self.state = torch.randn(4, generator=self.gen)
        return self.state

    def step(self, action):
        push = 0.1 if action == 1 else -0.1
        self.state = self.state * 0.95 + push
        return self.state, -float(self.state[0].abs())
