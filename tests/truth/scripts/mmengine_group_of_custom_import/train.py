import sys

from mmengine.config import Config
from mmengine.runner import Runner

if __name__ == '__main__':
    Runner.from_cfg(Config.fromfile(sys.argv[1])).train()
