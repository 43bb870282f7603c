import sys

from conf import load
from runner import Runner

if __name__ == "__main__":
    cfg = load("configs/default.yaml", sys.argv[1:])
    Runner(cfg).fit()
