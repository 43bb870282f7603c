import torch

from lite.strategy import CPUDDPStrategy, DDPStrategy


class Trainer:
    def __init__(self, max_steps, strategy=None):
        self.max_steps = max_steps
        if strategy is None:
            strategy = DDPStrategy() if torch.cuda.is_available() else CPUDDPStrategy()
        self.strategy = strategy

    def fit(self, module):
        self.strategy.setup()
        wrapped = self.strategy.wrap(module)
        optimizer = module.configure_optimizers()
        for step in range(self.max_steps):
            batch = module.batch(step).to(self.strategy.root_device)
            optimizer.zero_grad()
            module.loss(wrapped(batch), batch).backward()
            optimizer.step()
