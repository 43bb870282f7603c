import argparse
import os

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('--work-dir', default='work_dirs/toy')
    parser.add_argument('--launcher', choices=['none', 'pytorch', 'slurm', 'mpi'], default='none')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher = args.launcher
    cfg.work_dir = args.work_dir
    if args.launcher == 'pytorch' and not dist.is_initialized():
        dist.init_process_group(backend=cfg.env_cfg.dist_cfg.backend)
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
