import os

import torch.distributed as dist


def get_world_size():
    if not dist.is_available() or not dist.is_initialized():
        return 1
    return dist.get_world_size()


def get_rank():
    if not dist.is_available() or not dist.is_initialized():
        return 0
    return dist.get_rank()


def launch(fn, cfg):
    if int(os.environ.get('WORLD_SIZE', '1')) > 1:
        dist.init_process_group(cfg['backend'], init_method='env://')
    fn(cfg)
