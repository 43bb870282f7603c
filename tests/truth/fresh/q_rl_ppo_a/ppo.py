import torch
import torch.distributed as dist
from torch.distributions import Categorical
from torch.optim import Adam

from core import ActorCritic, WalkEnv
from mpi_tools import average_gradients, num_procs, proc_id, statistics_scalar, sync_params


def rollout(env, ac, steps):
    obs, rows = env.reset(), []
    for _ in range(steps):
        action, logp, value = ac.act(obs)
        following, reward = env.step(action.item())
        rows.append((obs, action, logp, value, torch.tensor(reward)))
        obs = following
    return [torch.stack(column) for column in zip(*rows)]


def ppo(steps_per_epoch=64, epochs=2, clip_ratio=0.2, train_iters=2, seed=0):
    seed += 10000 * proc_id()
    torch.manual_seed(seed)
    env, ac = WalkEnv(seed), ActorCritic()
    sync_params(ac)
    pi_optimizer, vf_optimizer = Adam(ac.pi.parameters(), 3e-4), Adam(ac.v.parameters(), 1e-3)
    local_steps = steps_per_epoch // num_procs()
    for epoch in range(epochs):
        obs, act, logp_old, val, rew = rollout(env, ac, local_steps)
        ret = rew.flip(0).cumsum(0).flip(0)
        mean, std = statistics_scalar(ret - val)
        adv = (ret - val - mean) / std
        for _ in range(train_iters):
            pi_optimizer.zero_grad()
            ratio = torch.exp(Categorical(logits=ac.pi(obs)).log_prob(act) - logp_old)
            clipped = torch.clamp(ratio, 1 - clip_ratio, 1 + clip_ratio) * adv
            (-torch.min(ratio * adv, clipped).mean()).backward()
            average_gradients(ac.pi)
            pi_optimizer.step()
            vf_optimizer.zero_grad()
            loss_v = ((ac.v(obs).squeeze(-1) - ret) ** 2).mean()
            loss_v.backward()
            average_gradients(ac.v)
            vf_optimizer.step()
        if proc_id() == 0:
            print(f'epoch {epoch} LossV {loss_v.item():.3f}')


if __name__ == '__main__':
    dist.init_process_group('gloo')
    ppo()
