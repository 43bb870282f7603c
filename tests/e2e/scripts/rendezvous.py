"""Names the place where the ranks meet, and neither how many they are nor which one this is."""

import argparse
import os

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    cfg = Config.fromfile(parser.parse_args().config)
    cfg.launcher = 'pytorch'
    place = f"tcp://127.0.0.1:{os.environ['MASTER_PORT']}"
    dist.init_process_group(backend='gloo', init_method=place)
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
