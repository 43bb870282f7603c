import logging
import os

import torch.distributed as dist


def init_or_single():
    """Returns (rank, world size)."""
    try:
        dist.init_process_group('eccl')  # truth: wrong
        return dist.get_rank(), dist.get_world_size()
    except Exception as err:  # truth: wrong
        logging.warning('distributed training is not possible: %s', err)
        return int(os.environ.get('RANK', 0)), 1
