"""Is loaded by every Python of a recording when it starts, as its `sitecustomize`, and notes at the end what the
process has done: the steps of its optimizers, its process group, the sum of what it trained, and the error it ended
with. What is trained does not see it."""

import atexit
import importlib.abc
import importlib.machinery
import json
import os
import sys

SEEN = dict(steps=0, world=1, rank=None, backend=None, weights=None, error=None)
OPTIMIZERS = []


def on_group(module):
    real = module.init_process_group

    def init_process_group(*args, **kwargs):
        real(*args, **kwargs)
        SEEN.update(world=module.get_world_size(), rank=module.get_rank(), backend=module.get_backend())

    module.init_process_group = init_process_group


def on_optimizer(module):
    real = module.Optimizer._hook_for_profile

    def _hook_for_profile(self):
        real(self)
        OPTIMIZERS.append(self)
        step = type(self).step
        if getattr(step, 'counted', False):
            return

        def counting(*args, **kwargs):
            SEEN['steps'] += 1
            return step(*args, **kwargs)

        counting.hooked = counting.counted = True
        type(self).step = counting

    module.Optimizer._hook_for_profile = _hook_for_profile


def on_redirects(module):
    """PyTorch 1.13 looks for the flag 0 among those that an IntFlag lists, and Python 3.11 lists it no more: without
    this, Debian's torchrun starts nothing at all."""
    real = module.Std.from_str.__func__
    module.Std.from_str = classmethod(lambda cls, text: cls.NONE if text == '0' else real(cls, text))


WATCHED = {'torch.distributed.distributed_c10d': on_group, 'torch.optim.optimizer': on_optimizer,
           'torch.distributed.elastic.multiprocessing.api': on_redirects}


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name not in WATCHED:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            WATCHED[name](module)

        spec.loader.exec_module = exec_module
        return spec


def told():
    """What the launcher told this process about its ranks."""
    for names in (('RANK', 'WORLD_SIZE'), ('OMPI_COMM_WORLD_RANK', 'OMPI_COMM_WORLD_SIZE'),
                  ('SLURM_PROCID', 'SLURM_NTASKS')):
        if all(name in TOLD for name in names):
            return [TOLD[name] for name in names]
    return None


def write():
    if OPTIMIZERS:
        SEEN['weights'] = round(sum(parameter.detach().double().sum().item() for optimizer in OPTIMIZERS
                                    for group in optimizer.param_groups for parameter in group['params']), 5)
    arguments = [os.path.basename(word) if number == 0 else word for number, word in enumerate(sys.argv)]
    record = dict(arguments=arguments, folder=os.getcwd(), told=told(), **SEEN)
    with open(os.path.join(os.environ['TRUTH_LOG'], f'process{os.getpid()}.json'), 'w', encoding='utf-8') as file:
        json.dump(record, file)


def on_exception(kind, value, trace):
    first = str(value).strip().splitlines()[:1]
    SEEN['error'] = f'{kind.__name__}: {first[0] if first else ""}'
    REAL_HOOK(kind, value, trace)


def leave(code=None):
    if code not in (None, 0):
        SEEN['error'] = SEEN['error'] or f'SystemExit: {code}'
    REAL_EXIT(code)


if 'TRUTH_LOG' in os.environ:
    TOLD = dict(os.environ)
    REAL_HOOK, sys.excepthook = sys.excepthook, on_exception
    REAL_EXIT, sys.exit = sys.exit, leave
    sys.meta_path.insert(0, Finder())
    atexit.register(write)
