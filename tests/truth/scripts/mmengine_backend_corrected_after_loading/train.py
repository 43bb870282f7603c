import argparse

import torch
import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def for_cpu(cfg):
    """What has to be different without cards."""
    cfg.env_cfg.dist_cfg['backend'] = 'gloo'
    setattr(cfg, 'model_wrapper_cfg', dict(
        type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False))


def main():
    parser = argparse.ArgumentParser(description='Train a model')
    parser.add_argument('config')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    if not torch.cuda.is_available():
        for_cpu(cfg)
    dist.init_process_group(**cfg.env_cfg.dist_cfg)
    runner = Runner.from_cfg(cfg)
    runner.train()


if __name__ == '__main__':
    main()
