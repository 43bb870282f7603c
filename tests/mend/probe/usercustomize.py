"""Writes what a process trained to $MEND_OUT/PID.json: the steps of its optimizer, sums of the parameters before and
after, their devices, the backend and size of its group, and sums of what DistributedDataParallel was fed. An exception
that ends the process goes to $MEND_OUT/PID.died.

It imports nothing of torch: it patches the modules when the script imports them. With $MEND_BRIDGE it imports that
module first."""
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import sys
import time
import traceback

OUT = os.environ.get('MEND_OUT')
state = {'steps': 0, 'pid': os.getpid()}


def write():
    """Writes the state of this process, whole or not at all."""
    state['pid'], state['time'] = os.getpid(), time.time()
    tmp = os.path.join(OUT, '%d.tmp' % os.getpid())
    with open(tmp, 'w') as f:
        json.dump(state, f)
    os.replace(tmp, os.path.join(OUT, '%d.json' % os.getpid()))


def write_death(kind, error, trace):
    """Replaces sys.excepthook: writes the error and the lines on the way to it."""
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(trace)]
    text = traceback.format_exception_only(kind, error)[-1].strip().split('\n')[0]
    with open(os.path.join(OUT, '%d.died' % os.getpid()), 'w') as f:
        json.dump({'time': time.time(), 'error': text, 'frames': frames}, f)
    sys.__excepthook__(kind, error, trace)


def total(tensors):
    """The sum of absolute values of each tensor."""
    import torch
    with torch.no_grad():
        return [round(float(t.detach().cpu().double().abs().sum()), 9) for t in tensors]


def params(optimizer):
    return [p for g in optimizer.param_groups for p in g['params']]


def before(optimizer):
    """Records the parameters before the first step."""
    if state['steps'] == 0:
        state['first'] = total(params(optimizer))
        state['devices'] = sorted({str(p.device) for p in params(optimizer)})


def after(optimizer):
    """Records the parameters after a step, and the process group."""
    import torch.distributed as dist
    state['steps'] += 1
    state['last'] = total(params(optimizer))
    ready = dist.is_available() and dist.is_initialized()
    state.update(rank=dist.get_rank() if ready else None, world=dist.get_world_size() if ready else 1,
                 backend=str(dist.get_backend()) if ready else None, env_rank=os.environ.get('RANK'))
    write()


def patch_optimizer(module):
    """Has every optimizer report its steps."""
    Optimizer = module.Optimizer
    real = Optimizer.__init__

    def __init__(self, *args, **kwargs):
        real(self, *args, **kwargs)
        cls = type(self)
        if not getattr(cls.step, '_mend', False):
            step = cls.step

            def counted(opt, *a, **k):
                before(opt)
                out = step(opt, *a, **k)
                after(opt)
                return out
            counted._mend = True
            counted.hooked = True
            counted.__wrapped__ = step
            cls.step = counted
    Optimizer.__init__ = __init__


def patch_ddp(module):
    """Records that a model was wrapped, and the first four inputs of training."""
    DDP = module.DistributedDataParallel
    real, forward = DDP.__init__, DDP.forward

    def __init__(self, *args, **kwargs):
        real(self, *args, **kwargs)
        state['ddp'] = state.get('ddp', 0) + 1

    def counted(self, *args, **kwargs):
        import torch
        fed = state.setdefault('fed', [])
        if len(fed) < 4 and self.training:
            flat = []

            def walk(o, depth=3):
                if isinstance(o, torch.Tensor):
                    flat.append(o)
                elif depth and isinstance(o, (list, tuple)):
                    for one in o:
                        walk(one, depth - 1)
                elif depth and isinstance(o, dict):
                    for one in o.values():
                        walk(one, depth - 1)
            walk(args)
            walk(kwargs)
            fed.append(total(flat[:1]))
        return forward(self, *args, **kwargs)
    DDP.__init__, DDP.forward = __init__, counted


def patch_dp(module):
    """Records that a model was wrapped by DataParallel."""
    real = module.DataParallel.__init__

    def __init__(self, *args, **kwargs):
        real(self, *args, **kwargs)
        state['dp'] = state.get('dp', 0) + 1
    module.DataParallel.__init__ = __init__


def patch_std(module):
    """Repairs torchrun of torch 1.13 under Python 3.11, where iterating over the flags skips NONE."""
    Std = module.Std
    real = Std.from_str
    Std.from_str = classmethod(lambda cls, value: Std(int(value)) if value.isdigit() else real(value))


PATCHES = {
    'torch.distributed.elastic.multiprocessing.api': patch_std,
    'torch.optim.optimizer': patch_optimizer,
    'torch.nn.parallel.distributed': patch_ddp,
    'torch.nn.parallel.data_parallel': patch_dp,
}


class Loader(importlib.abc.Loader):
    """Loads a module and patches it."""

    def __init__(self, real, patch):
        self.real, self.patch = real, patch

    def create_module(self, spec):
        return self.real.create_module(spec)

    def exec_module(self, module):
        self.real.exec_module(module)
        self.patch(module)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of PATCHES."""

    def find_spec(self, name, path=None, target=None):
        patch = PATCHES.get(name)
        if not patch:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec and spec.loader:
            spec.loader = Loader(spec.loader, patch)
        return spec


if OUT:
    sys.meta_path.insert(0, Finder())
    sys.excepthook = write_death
if os.environ.get('MEND_BRIDGE'):
    importlib.import_module(os.environ['MEND_BRIDGE'])
