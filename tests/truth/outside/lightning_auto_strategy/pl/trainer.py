import torch

from .strategies import select


class Trainer:
    def __init__(self, max_epochs=1, accelerator="auto", callbacks=()):
        self.max_epochs = max_epochs
        self.strategy = select(accelerator)
        self.callbacks = callbacks

    def fit(self, module, dataset):
        self.strategy.setup_environment()
        device = self.strategy.root_device
        model = self.strategy.setup_module(module.to(device))
        optimizer = module.configure_optimizers()
        sampler = torch.utils.data.DistributedSampler(dataset)
        loader = torch.utils.data.DataLoader(dataset, 8, sampler=sampler)
        for epoch in range(self.max_epochs):
            sampler.set_epoch(epoch)
            for batch in loader:
                batch = [t.to(device) for t in batch]
                optimizer.zero_grad()
                module.loss(model, batch).backward()
                optimizer.step()
            for callback in self.callbacks:
                callback.on_train_epoch_end(self, module)
        self.strategy.barrier()
        self.strategy.teardown()
