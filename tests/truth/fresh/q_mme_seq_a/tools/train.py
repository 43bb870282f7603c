import argparse
import os
import sys

import torch
import torch.distributed as dist

sys.path.insert(0, os.getcwd())

from mmengine.config import Config, DictAction  # noqa: E402
from mmengine.runner import Runner  # noqa: E402


def parse_args():
    parser = argparse.ArgumentParser(description='Train a sequence classifier')
    parser.add_argument('config', help='train config file path')
    parser.add_argument('--work-dir', help='the dir to save logs and models')
    parser.add_argument('--cfg-options', nargs='+', action=DictAction)
    parser.add_argument('--launcher', choices=['none', 'pytorch', 'slurm', 'mpi'], default='none')
    parser.add_argument('--local_rank', '--local-rank', type=int, default=0)
    args = parser.parse_args()
    os.environ.setdefault('LOCAL_RANK', str(args.local_rank))
    return args


def main():
    args = parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher = args.launcher
    if args.cfg_options is not None:
        cfg.merge_from_dict(args.cfg_options)
    if args.work_dir is not None:
        cfg.work_dir = args.work_dir
    if cfg.launcher == 'pytorch' and not torch.cuda.is_available():
        dist.init_process_group('gloo')
    runner = Runner.from_cfg(cfg)
    runner.train()


if __name__ == '__main__':
    main()
