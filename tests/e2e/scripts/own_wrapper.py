"""Makes the group, and puts a wrapper of its own over the one that the config has."""

import argparse

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    cfg = Config.fromfile(parser.parse_args().config)
    cfg.launcher = 'pytorch'
    if not dist.is_initialized():
        dist.init_process_group(backend='gloo')
    cfg.model_wrapper_cfg = dict(type='MMDistributedDataParallel', find_unused_parameters=False)
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
