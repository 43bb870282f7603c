"""Imports torch again where it was used before."""

import argparse

import torch
import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    torch.manual_seed(0)
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    cfg = Config.fromfile(parser.parse_args().config)
    import torch
    dist.init_process_group(backend='gloo')
    cfg.launcher = 'pytorch'
    Runner.from_cfg(cfg).train()
    torch.save({}, 'done.pth')


if __name__ == '__main__':
    main()
