import argparse
import os.path as osp
import sys

from mmengine.config import Config
from mmengine.runner import Runner

sys.path.insert(0, osp.join(osp.dirname(osp.realpath(__file__)), '../'))


def debug_loader(loader):
    """All in the main process, so that pdb works in the dataset."""
    loader.num_workers = 0
    loader.persistent_workers = False
    loader.pop('prefetch_factor', None)
    return loader


def merge_args(cfg, args):
    if args.debug:
        for key in ('train_dataloader', 'val_dataloader', 'test_dataloader'):
            if cfg.get(key) is not None:
                debug_loader(cfg[key])
        cfg.default_hooks = dict(logger=dict(type='LoggerHook', interval=1))
    if args.auto_scale_lr:
        cfg.auto_scale_lr.enable = True
    return cfg


def main():
    parser = argparse.ArgumentParser(description='Train a recognizer')
    parser.add_argument('config')
    parser.add_argument('--auto-scale-lr', action='store_true')
    parser.add_argument('--debug', action='store_true')
    args = parser.parse_args()
    cfg = merge_args(Config.fromfile(args.config), args)
    runner = Runner.from_cfg(cfg)
    runner.train()


if __name__ == '__main__':
    main()
