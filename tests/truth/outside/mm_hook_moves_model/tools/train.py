import argparse

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    args = parser.parse_args()
    dist.init_process_group('gloo')
    cfg = Config.fromfile(args.config)
    cfg.launcher = 'pytorch'
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
