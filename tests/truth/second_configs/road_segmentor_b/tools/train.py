import argparse
import os
import os.path as osp
import sys

import torch
import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner

sys.path.insert(0, osp.dirname(osp.dirname(osp.abspath(__file__))))


def main():
    parser = argparse.ArgumentParser(description='Train a segmentor')
    parser.add_argument('config', nargs='?', default='configs/fcn_road.py')
    parser.add_argument('--work-dir')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    cfg.work_dir = args.work_dir or cfg.work_dir
    if int(os.environ.get('WORLD_SIZE', 1)) > 1:
        cfg.launcher = 'pytorch'
        if not torch.cuda.is_available():
            dist.init_process_group('gloo')
    runner = Runner.from_cfg(cfg)  # truth: dies
    runner.train()


if __name__ == '__main__':
    main()
