import torch
import torch.distributed as dist

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
    def after_epoch(self, loop): pass


@register("sampler")
class SamplerHook(Hook):
    def before_epoch(self, loop):
        loop.loader.sampler.set_epoch(loop.epoch)


@register("saver")
class Saver(Hook):
    def __init__(self, path):
        self.path = path

    def after_epoch(self, loop):
        if dist.get_rank() == 0:
            torch.save(loop.model.module.state_dict(), self.path)


@register("card_timer")
class CardTimer(Hook):
    def before_step(self, loop):
        self.begin, self.end = (torch.cuda.Event(enable_timing=True) for _ in "ab")
        self.begin.record()

    def after_step(self, loop):
        self.end.record()
        torch.cuda.synchronize()


@register("freeze_on_card")
class Freezer(Hook):
    def before_epoch(self, loop):
        loop.model.cuda()
