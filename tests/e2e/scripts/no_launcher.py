"""Makes the group, and never says to the Runner that there are several ranks."""

import argparse

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    cfg = Config.fromfile(parser.parse_args().config)
    dist.init_process_group(backend='gloo')
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
