import sys

from mmengine.config import Config
from mmengine.runner import Runner

from utils.dist import init


def main():
    cfg = Config.fromfile(sys.argv[1])
    cfg.env_cfg['dist_cfg'] = dict(backend='nccl', init_method='env://')  # truth: dies
    init(cfg)  # truth: dies
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
