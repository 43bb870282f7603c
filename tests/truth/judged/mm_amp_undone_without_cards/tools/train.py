import argparse

import torch
import torch.distributed as dist
from mmengine.config import Config
from mmengine.device import is_cuda_available
from mmengine.runner import Runner


def for_this_machine(cfg):
    """What the configs say for cards, undone where there are none."""
    if is_cuda_available():
        return cfg
    if cfg.optim_wrapper.type == 'AmpOptimWrapper':
        cfg.optim_wrapper.type = 'OptimWrapper'
        for key in ('loss_scale', 'dtype'):
            cfg.optim_wrapper.pop(key, None)
    cfg.env_cfg.dist_cfg.backend = 'gloo'
    cfg.model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
    cfg.model.norm = 'BN1d'
    return cfg


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('--launcher', choices=['none', 'pytorch'], default='pytorch')
    args = parser.parse_args()
    cfg = for_this_machine(Config.fromfile(args.config))
    cfg.launcher = args.launcher
    cfg.setdefault('work_dir', 'work_dirs/toy')
    if args.launcher == 'pytorch':
        dist.init_process_group(**cfg.env_cfg.dist_cfg)
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
