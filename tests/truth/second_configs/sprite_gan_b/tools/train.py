import sys
from argparse import ArgumentParser
from os.path import abspath, dirname

from mmengine import Config
from mmengine.runner import Runner

sys.path.insert(0, dirname(dirname(abspath(__file__))))

parser = ArgumentParser()
parser.add_argument('config')
parser.add_argument('--seed', type=int, default=0)
args = parser.parse_args()

cfg = Config.fromfile(args.config)
cfg.randomness = dict(seed=args.seed)
Runner.from_cfg(cfg).train()  # truth: dies
