import contextlib
import os

import torch
import torch.distributed as dist


@contextlib.contextmanager
def process_group(backend=None):
    """A group for the length of a block, if a launcher has started us."""
    if 'RANK' not in os.environ:
        yield 0, 1
        return
    dist.init_process_group(backend or ('nccl' if torch.cuda.is_available() else 'gloo'))
    try:
        yield dist.get_rank(), dist.get_world_size()
    finally:
        dist.destroy_process_group()
