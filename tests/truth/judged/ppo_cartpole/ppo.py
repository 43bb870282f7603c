import argparse

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical
from torch.optim import Adam

from mpi_like import avg, avg_grads, num_procs, proc_id, setup


class LineWorld:
    """Walk right to the end."""
    def __init__(self, n=6):
        self.n = n

    def reset(self):
        self.pos, self.t = np.random.randint(0, 3), 0
        return self._obs()

    def _obs(self):
        return np.eye(self.n, dtype=np.float32)[self.pos]

    def step(self, a):
        self.pos = int(np.clip(self.pos + (1 if a else -1), 0, self.n - 1))
        self.t += 1
        done = self.pos == self.n - 1
        return self._obs(), 1.0 if done else -0.05, done or self.t >= 12


class ActorCritic(nn.Module):
    def __init__(self, obs, act, hidden=16):
        super().__init__()
        self.pi = nn.Sequential(nn.Linear(obs, hidden), nn.Tanh(), nn.Linear(hidden, act))
        self.v = nn.Sequential(nn.Linear(obs, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def step(self, o):
        with torch.no_grad():
            dist_ = Categorical(logits=self.pi(o))
            a = dist_.sample()
            return a.item(), self.v(o).item(), dist_.log_prob(a).item()


def collect(env, ac, steps, gamma=0.99):
    obs, acts, rets, logps, rews = [], [], [], [], []
    o, ep, lens = env.reset(), [], []
    for t in range(steps):
        a, v, logp = ac.step(torch.as_tensor(o))
        obs.append(o), acts.append(a), logps.append(logp)
        o, r, d = env.step(a)
        ep.append(r)
        if d or t == steps - 1:
            g, back = 0., []
            for x in reversed(ep):
                g = x + gamma * g
                back.append(g)
            rets += back[::-1]
            rews.append(sum(ep))
            ep, o = [], env.reset()
    to = lambda x, d=torch.float32: torch.as_tensor(np.array(x), dtype=d)
    return to(obs), to(acts, torch.int64), to(rets), to(logps), float(np.mean(rews))


def ppo(seed=0, steps_per_epoch=64, epochs=3, clip_ratio=0.2, pi_lr=3e-3, vf_lr=1e-2, train_iters=4):
    setup()
    seed += 10000 * proc_id()
    torch.manual_seed(seed)  # truth: wrong
    np.random.seed(seed)
    env = LineWorld()
    ac = ActorCritic(6, 2)  # truth: wrong
    pi_optimizer = Adam(ac.pi.parameters(), lr=pi_lr)
    vf_optimizer = Adam(ac.v.parameters(), lr=vf_lr)
    for epoch in range(epochs):
        obs, act, ret, logp_old, score = collect(env, ac, steps_per_epoch // num_procs())
        adv = ret - ac.v(obs).squeeze(-1).detach()
        for _ in range(train_iters):
            logp = Categorical(logits=ac.pi(obs)).log_prob(act)
            ratio = torch.exp(logp - logp_old)
            loss_pi = -torch.min(ratio * adv, torch.clamp(ratio, 1 - clip_ratio, 1 + clip_ratio) * adv).mean()
            pi_optimizer.zero_grad()
            loss_pi.backward()
            avg_grads(ac.pi)
            pi_optimizer.step()
            loss_v = ((ac.v(obs).squeeze(-1) - ret) ** 2).mean()
            vf_optimizer.zero_grad()
            loss_v.backward()
            avg_grads(ac.v)
            vf_optimizer.step()
        mean = avg(score)
        if proc_id() == 0:
            print('Epoch', epoch, 'EpRet', round(mean.item(), 3))


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', '-s', type=int, default=0)
    parser.add_argument('--steps', type=int, default=64)
    parser.add_argument('--epochs', type=int, default=3)
    args = parser.parse_args()
    ppo(args.seed, args.steps, args.epochs)
