"""MMEngine would ask for a CUDA card, so the group is made here."""
import os

import torch
import torch.distributed as dist

if 'RANK' in os.environ and not torch.cuda.is_available() and not dist.is_initialized():
    dist.init_process_group('gloo')
