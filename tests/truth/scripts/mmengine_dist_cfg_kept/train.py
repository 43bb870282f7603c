import sys

from mmengine.config import Config
from mmengine.runner import Runner

from utils.dist import init


def main():
    cfg = Config.fromfile(sys.argv[1])
    cfg.env_cfg.mp_cfg = dict(mp_start_method='fork', opencv_num_threads=0)
    init(cfg)
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
