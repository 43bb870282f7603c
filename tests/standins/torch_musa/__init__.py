"""Stand-in for Moore Threads' torch_musa on a host with two cards and no CUDA: torch.musa is this package, the
backend is mccl. torch.cuda keeps everything but _lazy_init and _lazy_call: torch.cuda.is_available() is False and
torch.cuda.set_device raises. The bridge is torchada, a package of its own."""
import sys

import torch

import accel_standin

_musa = accel_standin.install('musa', 'mccl', 'torch_musa.core.musa')
for _name in list(_musa.__all__) + ['amp', 'random', 'memory']:
    globals()[_name] = getattr(_musa, _name)
__all__ = list(_musa.__all__)
torch.musa = sys.modules['torch.musa'] = sys.modules[__name__]
sys.modules['torch_musa.amp'] = _musa.amp
__version__ = '2.7.1+standin'
