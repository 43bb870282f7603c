import argparse

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser(description='Train a model')
    parser.add_argument('config')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    # the fast one
    cfg.env_cfg.dist_cfg['backend'] = 'nccl'  # truth: dies
    if cfg.launcher != 'none':
        dist.init_process_group(**cfg.env_cfg.dist_cfg)  # truth: dies
    runner = Runner.from_cfg(cfg)
    runner.train()


if __name__ == '__main__':
    main()
