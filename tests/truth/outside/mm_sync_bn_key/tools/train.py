import argparse
import os
import os.path as osp

import torch
import torch.distributed as dist
from mmengine.config import Config, DictAction
from mmengine.runner import Runner


def parse_args():
    parser = argparse.ArgumentParser(description='Train a model')
    parser.add_argument('config', help='train config file path')
    parser.add_argument('--work-dir', help='the dir to save logs and models')
    parser.add_argument('--cfg-options', nargs='+', action=DictAction)
    return parser.parse_args()


def main():
    args = parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher = 'pytorch' if 'LOCAL_RANK' in os.environ else 'none'
    if cfg.launcher == 'pytorch':
        dist.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')
    if args.cfg_options is not None:
        cfg.merge_from_dict(args.cfg_options)
    cfg.work_dir = args.work_dir or osp.join('./work_dirs', osp.splitext(osp.basename(args.config))[0])
    runner = Runner.from_cfg(cfg)
    runner.train()


if __name__ == '__main__':
    main()
