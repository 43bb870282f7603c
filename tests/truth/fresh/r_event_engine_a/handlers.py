import time

from engine import Events


def attach_defaults(trainer, loader):
    @trainer.on(Events.STARTED)
    def start_clock(engine):
        engine.started = time.time()

    @trainer.on(Events.EPOCH_STARTED)
    def reshuffle(engine):
        loader.sampler.set_epoch(engine.epoch)

    @trainer.on(Events.EPOCH_COMPLETED)
    def stop_clock(engine):
        engine.elapsed = time.time() - engine.started
