class Trainer:
    def __init__(self, strategy, model, loss_fn, optimizer_fn, dataset, callbacks=(), epochs=2, batch_size=8):
        self.strategy = strategy
        self.model = strategy.setup_model(model)
        self.loss_fn = loss_fn
        self.optimizer = optimizer_fn(self.model.parameters())
        self.loader = strategy.setup_loader(dataset, batch_size=batch_size)
        self.callbacks = list(callbacks)
        self.epochs = epochs

    def _call(self, name, *args):
        for c in self.callbacks:
            getattr(c, name)(self, *args)

    def _to(self, batch):
        return [b.to(self.strategy.device, non_blocking=True) for b in batch]

    def training_step(self, batch):
        x, y = self._to(batch)
        return self.loss_fn(self.model(x), y)

    def fit(self):
        for epoch in range(self.epochs):
            self._call('on_epoch_start', epoch)
            self.model.train()
            for batch in self.loader:
                loss = self.training_step(batch)
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                self.optimizer.step()
                self._call('on_step_end', loss)
            self._call('on_epoch_end', epoch)
