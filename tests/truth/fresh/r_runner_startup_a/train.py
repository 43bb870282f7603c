import argparse
import os

import torch
import torch.distributed as dist
from mmengine.config import Config
from mmengine.registry import RUNNERS
from mmengine.runner import Runner

import components  # noqa: F401


def early_init(launcher, backend):
    if launcher == 'pytorch' and 'RANK' in os.environ and not dist.is_initialized():
        dist.init_process_group(backend)


@RUNNERS.register_module()
class LabRunner(Runner):
    def setup_env(self, env_cfg):
        if torch.cuda.is_available():  # truth: dies
            early_init(self.launcher, env_cfg['dist_cfg']['backend'])
        super().setup_env(env_cfg)  # truth: dies


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--launcher', default='none', choices=['none', 'pytorch'])
    args = parser.parse_args()
    cfg = Config(dict(
        runner_type='LabRunner',
        model=dict(type='Autoencoder', dims=(6, 3)),
        train_dataloader=dict(batch_size=3, num_workers=0, dataset=dict(type='Noise', size=18),
                              collate_fn=dict(type='default_collate'),
                              sampler=dict(type='DefaultSampler', shuffle=True)),
        train_cfg=dict(by_epoch=True, max_epochs=2),
        optim_wrapper=dict(optimizer=dict(type='Adam', lr=0.01)),
        env_cfg=dict(mp_cfg=dict(mp_start_method='spawn'), dist_cfg=dict(
            backend='nccl' if torch.cuda.is_available() else 'gloo')),
        randomness=dict(seed=3),
        launcher=args.launcher,
        model_wrapper_cfg=dict(type='MMDistributedDataParallel', device_ids=None),
        work_dir='work_dirs/lab'))
    runner = RUNNERS.build(cfg)  # truth: dies
    runner.train()


if __name__ == '__main__':
    main()
