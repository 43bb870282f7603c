import logging

import torch.distributed as dist


def init_with_fallback():
    """NCCL where it exists, gloo everywhere else."""
    try:
        dist.init_process_group('nccl')
    except (RuntimeError, ValueError) as err:
        logging.warning('nccl is not usable (%s), taking gloo', err)
        if dist.is_initialized():
            dist.destroy_process_group()
        dist.init_process_group('gloo')
    return dist.get_rank()
