import argparse
import os.path as osp
import sys

import torch.distributed as torch_dist
from mmengine.config import Config
from mmengine.device import get_device
from mmengine.runner import Runner

sys.path.insert(0, osp.dirname(osp.dirname(osp.abspath(__file__))))
import news  # noqa: E402, F401


def main():
    parser = argparse.ArgumentParser(description='Train a classifier')
    parser.add_argument('config', help='train config file path')
    parser.add_argument('--launcher', choices=['none', 'pytorch'], default='none')  # truth: wrong
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher = args.launcher
    if cfg.launcher == 'pytorch' and get_device() == 'cpu':
        torch_dist.init_process_group(**cfg.env_cfg.dist_cfg)
    runner = Runner.from_cfg(cfg)
    runner.train()


if __name__ == '__main__':
    main()
