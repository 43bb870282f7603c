"""Chooses a CUDA card before anything else."""

import argparse
import os

import torch
import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    cfg = Config.fromfile(parser.parse_args().config)
    cfg.launcher = 'pytorch'
    torch.cuda.set_device(int(os.environ['LOCAL_RANK']))
    dist.init_process_group(backend='gloo')
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
