import time

from engine import Events


def attach_defaults(trainer, loader):
    @trainer.on(Events.STARTED)
    def start_clock(engine):
        engine.started = time.time()

    @trainer.on(Events.STARTED)  # truth: wrong
    def reshuffle(engine):
        loader.sampler.set_epoch(engine.epoch)  # truth: wrong

    @trainer.on(Events.EPOCH_COMPLETED)
    def stop_clock(engine):
        engine.elapsed = time.time() - engine.started
