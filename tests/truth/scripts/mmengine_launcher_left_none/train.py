import argparse
import os

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument('config', help='train config file path')
    parser.add_argument('--work-dir', default='work_dirs')
    parser.add_argument('--launcher', choices=['none', 'pytorch', 'slurm', 'mpi'], default='none')  # truth: wrong
    return parser.parse_args()


def main():
    args = parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher = args.launcher  # truth: wrong
    cfg.work_dir = os.path.join(args.work_dir, 'mlp')
    if cfg.launcher == 'pytorch':  # truth: wrong
        dist.init_process_group(backend=cfg.env_cfg.dist_cfg.backend)
    Runner.from_cfg(cfg).train()  # truth: wrong


if __name__ == '__main__':
    main()
