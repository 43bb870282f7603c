import os
import sys

from mmengine.config import Config
from mmengine.runner import Runner


def main(config):
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.path.insert(0, root)
    cfg = Config.fromfile(os.path.join(root, config))
    runner = Runner.from_cfg(cfg)
    return runner.train()  # truth: dies


if __name__ == '__main__':
    main(*(sys.argv[1:] or ['configs/age_mlp.py']))
