import sys

import torch
from torch import nn

from precision import PLUGINS


def overrides(argv, **defaults):
    for item in argv:
        key, value = item.split('=', 1)
        defaults[key] = type(defaults[key])(value)
    return defaults


def main():
    cfg = overrides(sys.argv[1:], precision='32', steps=10, dim=16)
    torch.distributed.init_process_group('gloo')
    torch.manual_seed(0)
    plugin = PLUGINS[cfg['precision']]()
    model = nn.TransformerEncoderLayer(cfg['dim'], 2, 32, dropout=0.0, batch_first=True)
    model = nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    torch.manual_seed(torch.distributed.get_rank())
    for _ in range(cfg['steps']):
        x = torch.randn(2, 5, cfg['dim'])
        with plugin.forward():
            loss = (model(x) - x).pow(2).mean()
        optimizer.zero_grad()
        plugin.backward(loss)
        plugin.step(optimizer)


if __name__ == '__main__':
    main()
