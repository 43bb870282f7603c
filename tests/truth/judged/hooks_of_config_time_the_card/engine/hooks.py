import torch

HOOKS = {}


def register(name):
    def add(cls):
        HOOKS[name] = cls
        return cls
    return add


def build_hook(spec):
    options = dict(spec)
    return HOOKS[options.pop("name")](**options)


class Hook:
    def before_epoch(self, loop): pass
    def before_step(self, loop): pass
    def after_step(self, loop): pass


@register("sampler")
class SamplerHook(Hook):
    def before_epoch(self, loop):
        loop.loader.sampler.set_epoch(loop.epoch)


@register("card_timer")
class CardTimer(Hook):
    def __init__(self, interval=1):
        self.interval, self.times = interval, []

    def before_step(self, loop):
        self.marks = [torch.cuda.Event(enable_timing=True) for _ in range(2)]  # truth: dies
        self.marks[0].record()

    def after_step(self, loop):
        self.marks[1].record()
        if loop.step % self.interval == 0:
            torch.cuda.synchronize()
            self.times.append(self.marks[0].elapsed_time(self.marks[1]))
