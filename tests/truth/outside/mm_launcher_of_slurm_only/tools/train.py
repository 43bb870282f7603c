import argparse
import os

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def choose_launcher():
    if 'SLURM_PROCID' in os.environ:
        os.environ.setdefault('RANK', os.environ['SLURM_PROCID'])
        os.environ.setdefault('WORLD_SIZE', os.environ['SLURM_NTASKS'])
        return 'pytorch'
    return 'none'  # truth: wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher = choose_launcher()
    if cfg.launcher != 'none':
        dist.init_process_group(cfg.env_cfg.dist_cfg.backend)
    runner = Runner.from_cfg(cfg)
    runner.train()


if __name__ == '__main__':
    main()
