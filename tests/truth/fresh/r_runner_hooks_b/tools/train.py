import argparse

import torch
from mmengine.config import Config
from mmengine.runner import Runner

import toymm  # noqa: F401


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config', nargs='?', default='configs/toy.py')
    parser.add_argument('--launcher', choices=['none', 'pytorch', 'slurm'], default='none')
    parser.add_argument('--local_rank', '--local-rank', type=int, default=0)
    args = parser.parse_args()
    if args.launcher == 'pytorch' and not torch.cuda.is_available():
        torch.distributed.init_process_group('gloo')
    cfg = Config.fromfile(args.config)
    cfg.launcher = args.launcher
    cfg.work_dir = './work_dirs/toy'
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
