from torch import nn


def begin_epoch(loader, epoch):
    """Samplers that shuffle want to know the epoch."""
    sampler = getattr(loader, 'sampler', None)
    if hasattr(sampler, 'set_epoch'):
        sampler.set_epoch(epoch)


def run_epoch(model, loader, optimizer, epoch):
    begin_epoch(loader, epoch)
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(loader)
