import argparse
import os

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner

CLUSTER = {
    'env_cfg.dist_cfg.backend': 'nccl',  # truth: dies
    'env_cfg.cudnn_benchmark': True,
    'default_hooks.logger.interval': 5,
}


def setup(cfg):
    """The group of torchrun, with what the config says of it."""
    if 'RANK' not in os.environ:
        return 'none'
    dist.init_process_group(**cfg.env_cfg.dist_cfg)  # truth: dies
    return 'pytorch'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('--debug', action='store_true')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    if not args.debug:
        cfg.merge_from_dict(CLUSTER)
    cfg.launcher = setup(cfg)
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
