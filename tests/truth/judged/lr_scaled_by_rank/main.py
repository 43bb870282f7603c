import yaml

from core.trainer import Trainer
from core.util import DotDict

if __name__ == "__main__":
    with open("config.yaml") as f:
        cfg = DotDict(yaml.safe_load(f))
    Trainer(cfg).run()
