import sys

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner

OVERRIDES = {
    'train_cfg.max_epochs': 2,
    'optim_wrapper.type': 'AmpOptimWrapper',  # truth: dies
    'optim_wrapper.loss_scale': 'dynamic',
}


def main(path):
    cfg = Config.fromfile(path)
    cfg.merge_from_dict(OVERRIDES)  # truth: dies
    dist.init_process_group('gloo')
    Runner.from_cfg(cfg).train()  # truth: dies


if __name__ == '__main__':
    main(sys.argv[1])
