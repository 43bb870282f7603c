import argparse
import os.path as osp
import sys

from mmengine.config import Config
from mmengine.logging import print_log
from mmengine.runner import Runner

sys.path.insert(0, osp.dirname(osp.dirname(osp.abspath(__file__))))


def parse_args():
    parser = argparse.ArgumentParser(description='Train a text recognizer')
    parser.add_argument('config', help='Path to config file')
    parser.add_argument('--work-dir', help='The dir to save logs and models')
    parser.add_argument('--amp', action='store_true', help='Enable mixed precision')
    return parser.parse_args()


def enable_amp(cfg):
    optim_wrapper = cfg.optim_wrapper.get('type', 'OptimWrapper')
    if optim_wrapper == 'AmpOptimWrapper':
        print_log('AMP training is already enabled in your config.', logger='current', level=30)
        return
    assert optim_wrapper == 'OptimWrapper', (
        '`--amp` is only supported when the optimizer wrapper type is `OptimWrapper`')
    cfg.optim_wrapper.type = 'AmpOptimWrapper'  # truth: dies
    cfg.optim_wrapper.loss_scale = 'dynamic'


def main():
    args = parse_args()
    cfg = Config.fromfile(args.config)
    if args.work_dir is not None:
        cfg.work_dir = args.work_dir
    if args.amp:
        enable_amp(cfg)
    runner = Runner.from_cfg(cfg)
    runner.train()  # truth: dies


if __name__ == '__main__':
    main()
