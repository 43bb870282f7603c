import torch
from torch import nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 8)
        self.actor, self.critic = nn.Linear(8, 2), nn.Linear(8, 1)

    def forward(self, x):
        h = torch.tanh(self.body(x))
        return Categorical(logits=self.actor(h)), self.critic(h).squeeze(-1)


def rollout(net, steps=5):
    state, losses = torch.zeros(3), []
    for _ in range(steps):
        policy, value = net(state)
        action = policy.sample()
        reward = 1.0 if action.item() else -1.0
        advantage = reward - value
        losses.append(-policy.log_prob(action) * advantage.detach() + advantage.pow(2))
        state = (state + torch.randn(3)).detach()
    return torch.stack(losses).mean()
