"""Creates the process group that the config on the command line wants, before Runner would. For
`custom_imports` only: MMEngine cannot read a config while it runs the body of another."""

import os
import sys

import torch.distributed as dist
from mmengine.config import Config

if 'RANK' in os.environ and not dist.is_initialized():
    config = Config.fromfile(sys.argv[1], import_custom_modules=False)
    dist.init_process_group(**config.env_cfg.dist_cfg)
