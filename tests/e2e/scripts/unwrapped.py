"""Takes the wrapper off, with the model where it was."""

import argparse

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    cfg = Config.fromfile(parser.parse_args().config)
    dist.init_process_group(backend='gloo')
    cfg.launcher = 'pytorch'
    runner = Runner.from_cfg(cfg)
    runner.model = runner.model.module.to('cpu')
    runner.train()


if __name__ == '__main__':
    main()
