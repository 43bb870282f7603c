"""Stand-in for Moore Threads' torchada. 'cuda' means musa in arguments and in torch.device(), 'nccl' means mccl, and
torch.cuda.* and torch.cuda.amp.* become those of torch.musa. torch.cuda.is_available() stays False, unless
TORCHADA_FORCE_CUDA_AVAILABLE is set."""
import os

import torch_musa  # noqa: F401

import accel_standin

_forced = os.environ.get('TORCHADA_FORCE_CUDA_AVAILABLE', '').lower() in ('1', 'true', 'yes', 'on')
accel_standin.bridge(keep_available=not _forced, ctor=True)


def is_musa_platform():
    return True


def is_gpu_device(device):
    return str(device).split(':')[0] in ('cuda', 'musa')


is_cuda_like_device = is_gpu_device
