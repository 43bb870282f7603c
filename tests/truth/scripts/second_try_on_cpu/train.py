import torch
from torch import nn


def prepare():
    model = nn.Linear(6, 1)
    try:
        model = model.cuda()
    except (RuntimeError, AssertionError) as error:
        print('no card:', error)
    return model


def main():
    torch.manual_seed(0)
    model = prepare()
    device = next(model.parameters()).device
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        loss = model(torch.randn(8, 6, device=device)).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


try:
    main()
except KeyboardInterrupt:
    print('stopped by hand')
