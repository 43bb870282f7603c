"""Trains a line with MMEngine."""
import argparse
import os

from mmengine.config import Config, DictAction
from mmengine.runner import Runner


def parse_args():
    parser = argparse.ArgumentParser(description='Train a line')
    parser.add_argument('config', help='train config file path')
    parser.add_argument('--work-dir', default='work_dirs', help='the dir to save logs and models')
    parser.add_argument('--cfg-options', nargs='+', action=DictAction)
    parser.add_argument('--launcher', choices=['none', 'pytorch', 'slurm', 'mpi'], default='none')
    parser.add_argument('--local_rank', '--local-rank', type=int, default=0)
    args = parser.parse_args()
    if 'LOCAL_RANK' not in os.environ:
        os.environ['LOCAL_RANK'] = str(args.local_rank)
    return args


def main():
    args = parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher = args.launcher
    cfg.work_dir = args.work_dir
    if args.cfg_options is not None:
        cfg.merge_from_dict(args.cfg_options)
    Runner.from_cfg(cfg).train()  # truth: dies


if __name__ == '__main__':
    main()
