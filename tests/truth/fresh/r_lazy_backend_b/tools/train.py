import importlib
import os

import torch
from torch import nn


def load_backend():
    name = os.environ.get('TOY_BACKEND') or ('gpu' if torch.cuda.is_available() else 'host')
    return importlib.import_module(f'toy.backends.{name}')


def train_one_epoch(backend, model, optimizer, batches):
    model.train()
    for tokens, labels in batches:
        tokens, labels = backend.transfer(tokens), backend.transfer(labels)
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(tokens).mean(1), labels).backward()
        optimizer.step()
    backend.wait()


def main():
    backend = load_backend()
    backend.setup(int(os.environ.get('LOCAL_RANK', 0)))
    torch.manual_seed(0)
    model = backend.parallel(nn.Sequential(nn.Embedding(20, 8), nn.Linear(8, 4)))
    optimizer = torch.optim.Adagrad(model.parameters(), lr=0.05)
    generator = torch.Generator().manual_seed(100 + int(os.environ.get('RANK', 0)))
    batches = [(torch.randint(0, 20, (4, 7), generator=generator),
                torch.randint(0, 4, (4,), generator=generator)) for _ in range(3)]
    train_one_epoch(backend, model, optimizer, batches)


if __name__ == '__main__':
    main()
