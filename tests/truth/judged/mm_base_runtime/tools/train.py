import argparse
import os
import os.path as osp

import torch.distributed as dist
from mmengine.config import Config, DictAction
from mmengine.runner import Runner

import mmtoy  # noqa: F401


def parse_args():
    parser = argparse.ArgumentParser(description='Train a toy')
    parser.add_argument('config')
    parser.add_argument('--work-dir')
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
    if args.cfg_options is not None:
        cfg.merge_from_dict(args.cfg_options)
    cfg.work_dir = args.work_dir or osp.join('./work_dirs', osp.splitext(osp.basename(args.config))[0])
    # MMEngine selects a CUDA device when it makes the group, so do it here
    if args.launcher != 'none' and not dist.is_initialized():
        dist.init_process_group(**cfg.env_cfg.dist_cfg)  # truth: dies
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
