import argparse

import torch
import torch.distributed as dist
from torch import nn

from config import CONFIGS


def main(cfg):
    dist.init_process_group(cfg.dist.backend, init_method=cfg.dist.init_method)  # truth: dies
    torch.manual_seed(dist.get_rank())
    model = nn.parallel.DistributedDataParallel(nn.Linear(4, 4))
    opt = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    for _ in range(cfg.steps):
        x = torch.rand(cfg.batch, 4)
        loss = nn.functional.l1_loss(model(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--config", choices=CONFIGS, default="base")
    main(CONFIGS[p.parse_args().config]())
