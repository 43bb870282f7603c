import os
import sys
from pathlib import Path

import torch.distributed as dist
from mmengine import Config
from mmengine.model import MMDistributedDataParallel
from mmengine.registry import MODELS
from mmengine.runner import Runner, set_random_seed

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import fish  # noqa: E402, F401


def main(path):
    cfg = Config.fromfile(path)
    set_random_seed(cfg.randomness.seed)
    model, launcher = MODELS.build(cfg.model), 'none'
    if os.environ.get('WORLD_SIZE', '1') != '1':
        dist.init_process_group('gloo')
        model, launcher = MMDistributedDataParallel(module=model), 'pytorch'
    runner = Runner(
        model=model,
        work_dir=cfg.work_dir,
        train_dataloader=cfg.train_dataloader,
        train_cfg=cfg.train_cfg,
        optim_wrapper=cfg.optim_wrapper,
        default_hooks=cfg.default_hooks,
        log_processor=cfg.log_processor,
        randomness=cfg.randomness,
        launcher=launcher,
        experiment_name='fish')
    runner.train()


if __name__ == '__main__':
    main(sys.argv[1] if len(sys.argv) > 1 else ROOT / 'configs/resnet_fish.py')
