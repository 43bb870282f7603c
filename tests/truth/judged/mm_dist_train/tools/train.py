import argparse
import os

import torch.distributed as dist
from mmengine.config import Config, DictAction
from mmengine.runner import Runner

import mmtoy  # noqa: F401


def parse_args():
    parser = argparse.ArgumentParser(description='Train a model')
    parser.add_argument('config', help='train config file path')
    parser.add_argument('--work-dir', default='work_dirs/toy')
    parser.add_argument('--cfg-options', nargs='+', action=DictAction)
    parser.add_argument('--launcher', choices=['none', 'pytorch', 'slurm', 'mpi'], default='none', help='job launcher')
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
    if cfg.launcher == 'pytorch' and not dist.is_initialized():
        dist.init_process_group(backend=cfg.env_cfg.dist_cfg.backend)
    runner = Runner.from_cfg(cfg)
    runner.train()


if __name__ == '__main__':
    main()
