import contextlib
import os

import torch.distributed as dist


@contextlib.contextmanager
def process_group(backend='nccl'):  # truth: dies
    """A group for the length of a block, if a launcher has started us."""
    if 'RANK' not in os.environ:
        yield 0, 1
        return
    dist.init_process_group(backend)  # truth: dies
    try:
        yield dist.get_rank(), dist.get_world_size()
    finally:
        dist.destroy_process_group()
