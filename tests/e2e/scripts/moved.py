"""Takes the wrapped model to another device. The one that every PyTorch has beside the CPU has no memory:
the weights are kept, and brought back before training starts."""

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
    weights = {name: weight.clone() for name, weight in runner.model.state_dict().items()}
    runner.model = runner.model.to('meta')
    runner.model.to_empty(device='cpu')
    runner.model.load_state_dict(weights)
    runner.train()


if __name__ == '__main__':
    main()
