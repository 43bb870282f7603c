import sys
import warnings

import torch


def check_environment():
    if sys.version_info < (3, 8):
        raise RuntimeError('Python 3.8 or newer is needed')
    if not torch.cuda.is_available():
        warnings.warn('CUDA is not available: training will be slow')
