class Callback:
    def on_epoch_begin(self, trainer, epoch):
        pass

    def on_epoch_end(self, trainer, epoch):
        pass


class ReseedSampler(Callback):
    def on_epoch_begin(self, trainer, epoch):
        sampler = getattr(trainer.loader, 'sampler', None)
        if hasattr(sampler, 'set_epoch'):
            sampler.set_epoch(epoch)


class DecayLR(Callback):
    def __init__(self, factor):
        self.factor = factor

    def on_epoch_end(self, trainer, epoch):
        for group in trainer.optimizer.param_groups:
            group['lr'] *= self.factor


class Log(Callback):
    def on_epoch_end(self, trainer, epoch):
        if trainer.rank == 0:
            print(f'epoch {epoch} bce {trainer.last:.4f}')
