"""Stand-in for Enflame's torch_gcu on a host with two cards and no CUDA.

STANDIN_GCU=s60 (default): torch_gcu 2.10 with torch.gcu and the backend eccl, for the device gcu only. There are no
kernels of SyncBatchNorm.

STANDIN_GCU=t20: TopsRider 2.x with torch 1.10. The device string is xla, torch.distributed has no eccl, and nothing is
bridged. Only names that scripts of that time use exist: is_available, gcu_device, device_count, set_device. A tensor
that is moved to xla is a CPU tensor with a mark; autograd on xla is not emulated."""
import os

import torch

import accel_standin

if os.environ.get('STANDIN_GCU', 's60') == 't20':
    _xla = accel_standin.install('xla', None, 'torch_gcu.xla', sync_bn=False, numbers=False)
    del torch.xla
    is_available, device_count, synchronize = _xla.is_available, _xla.device_count, _xla.synchronize
    current_device, set_device = _xla.current_device, _xla.set_device

    def gcu_device(index=None):
        return accel_standin.AccelDevice('xla', index)

    class distributed:
        """The vendor's fork of c10d, which only the vendor's own examples call. Not emulated."""
else:
    gcu = accel_standin.install('gcu', 'eccl', 'torch_gcu.gcu', sync_bn=False)
    is_transfer_to_gcu = False
__version__ = '2.10.0+standin'
