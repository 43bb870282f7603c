import argparse
import logging
import os
import sys

sys.path.insert(0, os.path.abspath(os.path.join(os.path.dirname(__file__), os.pardir)))

from mmengine.config import Config  # noqa: E402
from mmengine.registry import RUNNERS  # noqa: E402
from mmengine.runner import Runner  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('-v', '--verbose', action='store_true')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    cfg.log_level = logging.getLevelName(logging.DEBUG if args.verbose else logging.INFO)
    if 'runner_type' not in cfg:
        runner = Runner.from_cfg(cfg)
    else:
        runner = RUNNERS.build(cfg)
    runner.train()


if __name__ == '__main__':
    main()
