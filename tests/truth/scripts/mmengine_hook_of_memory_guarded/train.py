import sys

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner

if __name__ == '__main__':
    dist.init_process_group('gloo')
    Runner.from_cfg(Config.fromfile(sys.argv[1])).train()
