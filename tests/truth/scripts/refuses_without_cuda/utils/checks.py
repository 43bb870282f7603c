import sys

import torch


def check_environment():
    if sys.version_info < (3, 8):
        raise RuntimeError('Python 3.8 or newer is needed')
    if not torch.cuda.is_available():  # truth: dies
        raise EnvironmentError('CUDA is not available: check the driver')  # truth: dies
