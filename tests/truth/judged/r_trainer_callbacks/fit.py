import argparse
from functools import partial

import torch
from torch import nn
from torch.utils.data import TensorDataset

from engine import LossLog, MemoryLog, SamplerEpoch, Strategy, Trainer


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--device', choices=['auto', 'cpu', 'cuda'], default='auto')
    ap.add_argument('--epochs', type=int, default=2)
    ap.add_argument('--lr', type=float, default=1e-2)
    args = ap.parse_args()
    torch.manual_seed(0)
    x = torch.randn(80, 5)
    data = TensorDataset(x, x @ torch.randn(5, 1))
    with Strategy(args.device) as strategy:
        trainer = Trainer(strategy, nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1)), nn.MSELoss(),
                          partial(torch.optim.Adam, lr=args.lr), data,
                          callbacks=[SamplerEpoch(), LossLog(), MemoryLog()], epochs=args.epochs)
        trainer.fit()


if __name__ == '__main__':
    main()
