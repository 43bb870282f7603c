import argparse

from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser(description='Train a model')
    parser.add_argument('config')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    runner = Runner.from_cfg(cfg)  # truth: dies
    runner.train()  # truth: dies


if __name__ == '__main__':
    main()
