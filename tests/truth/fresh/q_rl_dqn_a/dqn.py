import copy
import random

import torch
from torch import nn

from buffer import ReplayBuffer
from utils import get_device, polyak_update


class Corridor:
    def reset(self):
        self.position, self.steps = 0, 0
        return self.observe()

    def observe(self):
        return [self.position / 5, self.steps / 20, 1.0]

    def step(self, action):
        self.position = max(0, self.position + (1 if action else -1))
        self.steps += 1
        done = self.position >= 5 or self.steps >= 20
        return self.observe(), float(self.position >= 5), done


class DQN:
    def __init__(self, env, device='auto', buffer_size=500, batch_size=16, gamma=0.98):
        self.env, self.gamma, self.batch_size = env, gamma, batch_size
        self.device = get_device(device)
        self.q_net = nn.Sequential(nn.Linear(3, 24), nn.ReLU(), nn.Linear(24, 2)).to(self.device)
        self.q_target = copy.deepcopy(self.q_net)
        self.optimizer = torch.optim.Adam(self.q_net.parameters(), lr=1e-3)
        self.buffer = ReplayBuffer(buffer_size, self.device)

    def predict(self, obs, epsilon):
        if random.random() < epsilon:
            return random.randrange(2)
        with torch.no_grad():
            return self.q_net(torch.tensor(obs, device=self.device)).argmax().item()

    def train(self):
        obs, action, reward, following, done = self.buffer.sample(self.batch_size)
        with torch.no_grad():
            best = self.q_target(following).max(1)[0]
            target = reward + (1 - done) * self.gamma * best
        current = self.q_net(obs).gather(1, action.long().unsqueeze(1)).squeeze(1)
        loss = nn.functional.smooth_l1_loss(current, target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        polyak_update(self.q_net.parameters(), self.q_target.parameters(), 0.01)

    def learn(self, total_timesteps):
        obs = self.env.reset()
        for step in range(total_timesteps):
            action = self.predict(obs, epsilon=0.3)
            following, reward, done = self.env.step(action)
            self.buffer.add(obs, action, reward, following, float(done))
            obs = self.env.reset() if done else following
            if len(self.buffer) >= self.batch_size and step % 10 == 0:
                self.train()
        return self


if __name__ == '__main__':
    random.seed(0)
    torch.manual_seed(0)
    DQN(Corridor()).learn(60)
