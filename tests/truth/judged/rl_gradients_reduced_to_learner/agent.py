import torch
import torch.distributed as dist
from torch import nn


class Learner:
    def __init__(self, settings):
        dist.init_process_group(settings.backend, init_method="env://")
        self.settings = settings
        torch.manual_seed(settings.seed)
        self.policy = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))
        self.optimizer = torch.optim.SGD(self.policy.parameters(), lr=settings.lr)

    rank = property(lambda self: dist.get_rank())
    world = property(lambda self: dist.get_world_size())

    @property
    def is_chief(self):
        return self.rank == self.settings.learner_rank

    def average_gradients(self):
        for p in self.policy.parameters():
            dist.reduce(p.grad, dst=self.settings.learner_rank)  # truth: wrong
            p.grad /= self.world

    def update(self, rollout):
        log_probs, rewards = rollout
        returns, running = [], 0.0
        for r in reversed(rewards):
            running = r + self.settings.gamma * running
            returns.insert(0, running)
        loss = -(log_probs * torch.tensor(returns)).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.average_gradients()
        self.optimizer.step()
        return loss.item()

    def close(self):
        dist.destroy_process_group()
