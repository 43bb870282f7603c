import json
import sys
from types import SimpleNamespace

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

from replay import ReplayBuffer


def load(path):
    with open(path) as f:
        return json.load(f, object_hook=lambda d: SimpleNamespace(**d))


def main(cfg):
    dist.init_process_group(cfg.dist.backend)
    torch.manual_seed(cfg.seed)
    net = DistributedDataParallel(nn.Linear(cfg.state, 2))
    torch.manual_seed(cfg.seed + dist.get_rank())
    buffer = ReplayBuffer(cfg.buffer.size, cfg.state, **vars(cfg.buffer.options))
    optimizer = torch.optim.Adam(net.parameters(), lr=cfg.lr)
    for step in range(cfg.steps):
        buffer.add(torch.randn(cfg.state), torch.randn(2))
        states, targets = buffer.sample(4)
        loss = nn.functional.smooth_l1_loss(net(states), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main(load(sys.argv[1]))
