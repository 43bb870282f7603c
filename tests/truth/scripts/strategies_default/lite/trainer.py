from lite.strategy import DDPStrategy


class Trainer:
    def __init__(self, max_steps, strategy=None):
        self.max_steps = max_steps
        self.strategy = strategy if strategy is not None else DDPStrategy()  # truth: dies

    def fit(self, module):
        self.strategy.setup()  # truth: dies
        wrapped = self.strategy.wrap(module)
        optimizer = module.configure_optimizers()
        for step in range(self.max_steps):
            batch = module.batch(step).to(self.strategy.root_device)
            optimizer.zero_grad()
            module.loss(wrapped(batch), batch).backward()
            optimizer.step()
