import os

import torch


def setup_gpu():
    if not torch.cuda.is_available():
        print('no GPU was found')
        return
    torch.cuda.set_device(int(os.environ['LOCAL_RANK']))
    torch.backends.cuda.matmul.allow_tf32 = True
    print('using', torch.cuda.get_device_name())


def to_gpu(*tensors):
    if not torch.cuda.is_available():
        return tensors
    return tuple(t.cuda(non_blocking=True) for t in tensors)
