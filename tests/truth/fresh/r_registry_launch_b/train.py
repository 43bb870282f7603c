import argparse
import os

import torch
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from launchers import LAUNCHERS, get_device
from models import MODELS

CONFIG = dict(
    launcher='cluster',  # truth: dies
    model=dict(type='mlp', width=12),
    batch_size=4,
)


def build(cfg, registry):
    cfg = dict(cfg)
    return registry[cfg.pop('type')](**cfg)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--steps', type=int, default=10)
    args = parser.parse_args()
    LAUNCHERS[CONFIG['launcher']]()
    torch.manual_seed(0)
    device = get_device(int(os.environ['LOCAL_RANK']))
    model = DDP(build(CONFIG['model'], MODELS).to(device))
    data = TensorDataset(torch.randn(32, 6), torch.randint(0, 3, (32,)))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, CONFIG['batch_size'], sampler=sampler)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, (x, y) in enumerate(loader):
        if step == args.steps:
            break
        loss = F.cross_entropy(model(x.to(device)), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == '__main__':
    main()
