import sys
from pathlib import Path

from mmengine.config import Config
from mmengine.runner import Runner

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if __name__ == '__main__':
    name = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / 'configs' / 'mae_toy.py')
    Runner.from_cfg(Config.fromfile(name)).train()
