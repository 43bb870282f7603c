"""Asks MMEngine for the process group by hand."""

import argparse

from mmengine.config import Config
from mmengine.dist import init_dist
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    cfg = Config.fromfile(parser.parse_args().config)
    cfg.launcher = 'pytorch'
    init_dist(launcher='pytorch', backend='gloo')
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
