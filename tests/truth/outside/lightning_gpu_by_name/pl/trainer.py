import torch

from . import accelerators, strategies


class Trainer:
    def __init__(self, max_epochs=1, accelerator="auto", strategy="ddp"):
        self.max_epochs = max_epochs
        self.strategy = strategies.STRATEGIES[strategy](accelerators.choose(accelerator))

    def fit(self, module, dataset):
        self.strategy.setup_environment()
        device = self.strategy.root_device
        model = self.strategy.setup_module(module.to(device))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
        sampler = torch.utils.data.DistributedSampler(dataset)
        loader = torch.utils.data.DataLoader(dataset, 8, sampler=sampler)
        for epoch in range(self.max_epochs):
            sampler.set_epoch(epoch)
            for x, y in loader:
                optimizer.zero_grad()
                torch.nn.functional.mse_loss(model(x.to(device)), y.to(device)).backward()
                optimizer.step()
