"""Scales the loss for a device that cannot."""

import argparse

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    cfg = Config.fromfile(parser.parse_args().config)
    dist.init_process_group(backend='gloo')
    cfg.launcher = 'pytorch'
    cfg.optim_wrapper.type = 'AmpOptimWrapper'
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
