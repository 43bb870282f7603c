import contextlib


class Accumulator:
    def __init__(self, model, every):
        self.model = model
        self.every = every
        self.micro = 0

    @property
    def is_boundary(self):
        return (self.micro + 1) % self.every == 0

    def context(self):
        if self.is_boundary or not hasattr(self.model, 'no_sync'):
            return contextlib.nullcontext()
        return self.model.no_sync()

    def advance(self):
        done = self.is_boundary
        self.micro += 1
        return done


def train_epoch(model, loader, optimizer, accum, loss_fn):
    total = 0.0
    for inputs, targets in loader:
        with accum.context():
            loss = loss_fn(model(inputs), targets) / accum.every
            loss.backward()
        total += loss.item()
        if accum.advance():
            optimizer.step()
            optimizer.zero_grad()
    return total / len(loader)
