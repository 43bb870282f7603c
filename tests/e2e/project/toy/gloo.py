"""Creates a gloo group before Runner would, whatever the config says."""

import os

import torch.distributed as dist

if 'RANK' in os.environ and not dist.is_initialized():
    dist.init_process_group(backend='gloo')
