"""Puts the default of an option over what the launcher has said."""

import argparse
import os

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('--local_rank', type=int, default=0)
    args = parser.parse_args()
    os.environ['LOCAL_RANK'] = str(args.local_rank)
    cfg = Config.fromfile(args.config)
    cfg.launcher = 'pytorch'
    dist.init_process_group(backend='gloo')
    print(f"card {os.environ['LOCAL_RANK']} of this machine")
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
