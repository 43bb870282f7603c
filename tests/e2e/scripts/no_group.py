"""Leaves the process group to the Runner."""

import argparse

from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    cfg = Config.fromfile(parser.parse_args().config)
    cfg.launcher = 'pytorch'
    runner = Runner.from_cfg(cfg)
    runner.train()


if __name__ == '__main__':
    main()
