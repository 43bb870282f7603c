import os

import torch


def setup_gpu():
    if 'LOCAL_RANK' not in os.environ:
        print('not started by torchrun')
        return
    print('process', os.environ['LOCAL_RANK'], 'uses', torch.cuda.get_device_name())  # truth: dies


def to_gpu(*tensors):
    if not torch.cuda.is_available():
        return tensors
    return tuple(t.cuda(non_blocking=True) for t in tensors)
