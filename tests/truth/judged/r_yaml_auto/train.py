import argparse
import os

import torch
import torch.distributed as dist
import torch.nn as nn
import yaml
from torch.utils.data import DataLoader, TensorDataset

from common import build_optimizer, get_device, unwrap


class Config(dict):
    """A dict with attributes, as in many projects."""
    def __getattr__(self, name):
        try:
            value = self[name]
        except KeyError as e:
            raise AttributeError(name) from e
        return Config(value) if isinstance(value, dict) else value


def load_config(path):
    with open(path) as f:
        cfg = yaml.safe_load(f)
    if 'base' in cfg:
        base = yaml.safe_load(open(os.path.join(os.path.dirname(path), cfg.pop('base'))))
        for k, v in cfg.items():
            if isinstance(v, dict):
                base.setdefault(k, {}).update(v)
            else:
                base[k] = v
        cfg = base
    return Config(cfg)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--cfg', required=True)
    cfg = load_config(ap.parse_args().cfg)
    device = get_device(cfg.runtime.device)
    distributed = 'RANK' in os.environ
    if distributed:
        dist.init_process_group(cfg.runtime.backend)
    torch.manual_seed(cfg.seed)
    g = torch.Generator().manual_seed(1)
    data = TensorDataset(torch.randn(64, 8, generator=g), torch.randint(0, cfg.model.classes, (64,), generator=g))
    sampler = torch.utils.data.distributed.DistributedSampler(data, seed=cfg.seed) if distributed else None
    loader = DataLoader(data, cfg.data.batch_size, sampler=sampler, shuffle=sampler is None, pin_memory=cfg.data.pin_memory)
    model = nn.Sequential(nn.Linear(8, cfg.model.width), nn.ReLU(), nn.Linear(cfg.model.width, cfg.model.classes)).to(device)
    if distributed:
        model = nn.parallel.DistributedDataParallel(model, **cfg.runtime.ddp)
    opt = build_optimizer(model, cfg)
    use_amp = cfg.runtime.amp and device.type == 'cuda'
    scaler = torch.cuda.amp.GradScaler(enabled=use_amp)
    for epoch in range(cfg.train.epochs):
        if sampler:
            sampler.set_epoch(epoch)
        for x, y in loader:
            x, y = x.to(device), y.to(device)
            with torch.autocast(device.type, enabled=use_amp):
                loss = nn.functional.cross_entropy(model(x), y)
            opt.zero_grad()
            scaler.scale(loss).backward()
            scaler.step(opt)
            scaler.update()
        if not distributed or dist.get_rank() == 0:
            print(epoch, loss.item())
            torch.save(unwrap(model).state_dict(), 'last.pt')


if __name__ == '__main__':
    main()
