import argparse
import os

import torch.distributed as dist
from mmengine.config import Config
from toy.runner import build_runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('--launcher', default='pytorch')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher, cfg.work_dir = args.launcher, 'work_dirs/toy'
    if cfg.launcher != 'none':
        dist.init_process_group('gloo')
    build_runner(cfg).train()


if __name__ == '__main__':
    main()
