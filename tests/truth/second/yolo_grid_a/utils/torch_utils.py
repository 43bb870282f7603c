import logging
import os

import torch

logger = logging.getLogger(__name__)


def select_device(device='', batch_size=None):
    """device = 'cpu' or '0' or '0,1,2,3'"""
    cpu = device.lower() == 'cpu'
    if device and not cpu:
        os.environ['CUDA_VISIBLE_DEVICES'] = device
    cuda = not cpu and torch.cuda.is_available()
    if cuda:
        n = torch.cuda.device_count()
        if n > 1 and batch_size:
            assert batch_size % n == 0, f'batch-size {batch_size} not multiple of GPU count {n}'
        for i in range(n):
            p = torch.cuda.get_device_properties(i)
            logger.info('CUDA:%g (%s, %dMB)', i, p.name, p.total_memory / 1024 ** 2)
    else:
        logger.info('Using torch %s CPU', torch.__version__)
    return torch.device('cuda:0' if cuda else 'cpu')
