import argparse

from mmengine.config import Config
from mmengine.runner import Runner

from toy import distributed


def parse_args():
    parser = argparse.ArgumentParser(description='Train a model')
    parser.add_argument('config')
    parser.add_argument('--launcher', choices=['none', 'pytorch', 'slurm', 'mpi'], default='none')
    return parser.parse_args()


def main():
    args = parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher = args.launcher
    cfg.merge_from_dict(distributed.options())
    if distributed.start(cfg):
        print('the group is there before the Runner')
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
