import argparse
import os

import torch.distributed as dist
from mmengine.config import Config
from mmengine.registry import init_default_scope
from mmengine.runner import Runner

WRAPPER = dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)


def join_processes(backend):
    if int(os.environ.get('WORLD_SIZE', '1')) > 1 and not dist.is_initialized():
        dist.init_process_group(backend, init_method='env://')
    return 'pytorch' if dist.is_initialized() else 'none'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('--profile', action='store_true')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher = join_processes('gloo')
    cfg.setdefault('model_wrapper_cfg', WRAPPER)
    cfg.setdefault('work_dir', 'work_dirs/toy')
    if args.profile:
        cfg.setdefault('custom_hooks', []).append(dict(type='CardMemoryHook'))
    init_default_scope('mmengine')
    runner = Runner.from_cfg(cfg)
    runner.train()


if __name__ == '__main__':
    main()
