import argparse
import os

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def merge_args(cfg, args):
    cfg.launcher = 'pytorch' if 'RANK' in os.environ else 'none'
    if args.find_unused or cfg.launcher == 'pytorch':
        setattr(cfg, 'model_wrapper_cfg', dict(
            type='MMDistributedDataParallel',
            device_ids=[int(os.environ['LOCAL_RANK'])],  # truth: dies
            find_unused_parameters=args.find_unused))
    return cfg


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('--find-unused', action='store_true')
    args = parser.parse_args()
    cfg = merge_args(Config.fromfile(args.config), args)  # truth: dies
    dist.init_process_group('gloo')
    Runner.from_cfg(cfg).train()  # truth: dies


if __name__ == '__main__':
    main()
