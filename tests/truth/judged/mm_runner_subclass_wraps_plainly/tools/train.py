import argparse

from mmengine.config import Config
from toy.runner import HostRunner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('--launcher', default='pytorch')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    cfg.merge_from_dict(dict(launcher=args.launcher, work_dir='work_dirs/toy'))
    HostRunner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
