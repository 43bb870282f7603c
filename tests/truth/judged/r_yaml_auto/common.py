import os

import torch


def get_device(name):
    if name == 'auto':
        name = f"cuda:{os.environ.get('LOCAL_RANK', 0)}" if torch.cuda.is_available() else 'cpu'
    return torch.device(name)


def unwrap(model):
    return model.module if hasattr(model, 'module') else model


def build_optimizer(model, cfg):
    kind = {'sgd': torch.optim.SGD, 'adam': torch.optim.Adam}[cfg.train.optimizer]
    return kind(model.parameters(), lr=cfg.train.lr)
