import argparse

import torch.distributed as dist
from mmengine.config import Config, DictAction
from mmengine.runner import Runner


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('--cfg-options', nargs='+', action=DictAction)
    args = parser.parse_args()
    cfg = Config.fromfile(args.config)
    if args.cfg_options is not None:
        cfg.merge_from_dict(args.cfg_options)
    dist.init_process_group('gloo')
    cfg.pop('model_wrapper_cfg', None)  # truth: dies
    runner = Runner.from_cfg(cfg)  # truth: dies
    runner.train()


if __name__ == '__main__':
    main()
