"""Goes on alone where the group cannot be made."""

import argparse
import os

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    cfg = Config.fromfile(parser.parse_args().config)
    cfg.launcher = 'pytorch'
    try:
        dist.init_process_group(backend='eccl')
    except (RuntimeError, ValueError):
        os.environ['RANK'] = '0'
        os.environ['WORLD_SIZE'] = '1'
        cfg.launcher = 'none'
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
