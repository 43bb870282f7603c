import argparse
import os
import sys

import torch
from mmengine.config import Config, DictAction
from mmengine.runner import Runner

sys.path.append(os.getcwd())


def parse_args():
    parser = argparse.ArgumentParser(description='Train a detector')
    parser.add_argument('config', help='train config file path')
    parser.add_argument('--cfg-options', nargs='+', action=DictAction)
    parser.add_argument('--resume', action='store_true')
    return parser.parse_args()


def adapt_to_host(cfg):
    """What a host without cards cannot do is left out."""
    if torch.cuda.is_available():
        return cfg
    cfg.env_cfg.cudnn_benchmark = False
    cfg.sync_bn = None
    return cfg


def main():
    args = parse_args()
    cfg = Config.fromfile(args.config)
    if args.cfg_options is not None:
        cfg.merge_from_dict(args.cfg_options)
    cfg = adapt_to_host(cfg)
    cfg.resume = args.resume
    if 'LOCAL_RANK' in os.environ:
        backend = 'nccl' if torch.cuda.is_available() else 'gloo'
        torch.distributed.init_process_group(backend)
        cfg.launcher = 'pytorch'
    runner = Runner.from_cfg(cfg)
    runner.train()


if __name__ == '__main__':
    main()
