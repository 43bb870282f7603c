"""Makes the group with a backend that needs CUDA."""

import argparse

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    cfg = Config.fromfile(parser.parse_args().config)
    cfg.launcher = 'pytorch'
    backend = 'nccl'
    dist.init_process_group(backend, init_method='env://')
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
