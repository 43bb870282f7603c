import argparse
import os

import torch.distributed as dist
from mmengine.config import Config
from mmengine.device import is_cuda_available
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    if int(os.environ.get('WORLD_SIZE', 1)) > 1:
        cfg.launcher = 'pytorch'
    if cfg.get('launcher', 'none') == 'pytorch' and not is_cuda_available():
        cfg.env_cfg.dist_cfg.backend = 'gloo'
        cfg.model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, broadcast_buffers=False)
        dist.init_process_group(backend=cfg.env_cfg.dist_cfg.backend)
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
