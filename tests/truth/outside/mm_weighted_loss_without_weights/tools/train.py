import argparse

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('--launcher', choices=['none', 'pytorch'], default='none')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher = args.launcher
    if args.launcher != 'none':
        dist.init_process_group(cfg.env_cfg.dist_cfg.backend)
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
