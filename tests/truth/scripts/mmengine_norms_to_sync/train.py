import sys

import torch.distributed as dist
from mmengine.config import Config
from mmengine.runner import Runner


def replace_norm(node):
    """Statistics over all processes."""
    if isinstance(node, dict):
        if node.get('type') == 'BN':
            node['type'] = 'SyncBN'  # truth: dies
        for value in node.values():
            replace_norm(value)
    elif isinstance(node, (list, tuple)):
        for value in node:
            replace_norm(value)


def main(path):
    cfg = Config.fromfile(path)
    dist.init_process_group('gloo')
    replace_norm(cfg.model)  # truth: dies
    runner = Runner.from_cfg(cfg)  # truth: dies
    runner.train()  # truth: dies


if __name__ == '__main__':
    main(sys.argv[1])
