import torch

import mpi_tools as mpi
from agent import ActorCritic, PointMass
from config import A2CConfig


def rollout(env, ac, cfg):
    obs, logps, values, rewards, ents = env.x, [], [], [], []
    for _ in range(cfg.num_steps):
        pi, v = ac(obs)
        act = pi.sample()
        obs, rew = env.step(act)
        logps.append(pi.log_prob(act))
        ents.append(pi.entropy())
        values.append(v)
        rewards.append(rew)
    ret, returns = 0.0, []
    for rew in reversed(rewards):
        ret = rew + cfg.gamma * ret
        returns.insert(0, ret)
    return torch.stack(logps), torch.stack(values), torch.stack(returns), torch.stack(ents)


def a2c(cfg):
    mpi.setup()
    torch.manual_seed(cfg.seed + 10000 * mpi.proc_id())
    env = PointMass(cfg.seed + mpi.proc_id())
    ac = ActorCritic(2, 2, cfg.hidden)
    mpi.sync_params(ac)
    optimizer = torch.optim.RMSprop(ac.parameters(), lr=cfg.lr)
    for update in range(cfg.num_updates):
        logp, value, ret, ent = rollout(env, ac, cfg)
        adv = ret - value
        loss = -(logp * adv.detach()).mean() + 0.5 * adv.pow(2).mean()
        loss = loss - cfg.entropy_coef * ent.mean()
        optimizer.zero_grad()
        loss.backward()
        mpi.average_gradients(ac)
        optimizer.step()
        torch.cuda.empty_cache()
        if mpi.proc_id() == 0:
            print(f'update {update}: loss {loss.item():.3f}')


if __name__ == '__main__':
    a2c(A2CConfig())
