import argparse
import os
import sys

import torch
import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def prepare(cfg):
    launched = all(name in os.environ for name in ('RANK', 'WORLD_SIZE', 'MASTER_ADDR'))
    cfg.launcher = 'pytorch' if launched else 'none'
    if not launched or torch.cuda.is_available():
        return cfg
    if not dist.is_initialized():
        dist.init_process_group('gloo')
    return cfg


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    args = parser.parse_args(argv)
    cfg = prepare(Config.fromfile(args.config))
    Runner.from_cfg(cfg).train()
    return 0


if __name__ == '__main__':
    sys.exit(main())
