class Callback:
    def on_fit_start(self, trainer):
        pass

    def on_epoch_start(self, trainer, epoch):
        pass

    def on_batch_end(self, trainer, logs):
        pass


class CallbackList(list):
    def fire(self, event, *args):
        for callback in self:
            getattr(callback, event)(*args)


class History(Callback):
    def __init__(self):
        self.losses = []

    def on_batch_end(self, trainer, logs):
        self.losses.append(logs['loss'])


class ReshuffleEachEpoch(Callback):
    def on_epoch_start(self, trainer, epoch):
        sampler = getattr(trainer.loader, 'sampler', None)
        if hasattr(sampler, 'set_epoch'):
            sampler.set_epoch(epoch)


class PrintOnMain(Callback):
    def on_epoch_start(self, trainer, epoch):
        if trainer.rank == 0:
            print('epoch', epoch)
