import os

import torch
import torch.distributed as dist
from mmengine.runner import Runner

from forecast import GradNormHook, NLinear, Windows


def setup():
    """The launcher for Runner, with the process group made beforehand where there are no cards."""
    if 'LOCAL_RANK' not in os.environ:
        return 'none'
    if not torch.cuda.is_available():
        dist.init_process_group(backend='gloo')
    return 'pytorch'


def wrapper():
    wrapper_cfg = dict(type='MMDistributedDataParallel')  # truth: dies
    if torch.cuda.is_available():
        wrapper_cfg['device_ids'] = [int(os.environ.get('LOCAL_RANK', 0))]
    return wrapper_cfg


def main():
    launcher = setup()
    runner = Runner(  # truth: dies
        model=NLinear(),
        work_dir='work_dirs/nlinear',
        train_dataloader=dict(
            batch_size=5,
            dataset=Windows(),
            sampler=dict(type='DefaultSampler', shuffle=True),
            collate_fn=dict(type='default_collate')),
        train_cfg=dict(by_epoch=True, max_epochs=2),
        optim_wrapper=dict(optimizer=dict(type='SGD', lr=0.05)),
        custom_hooks=[GradNormHook()],
        randomness=dict(seed=1),
        launcher=launcher,
        cfg=dict(model_wrapper_cfg=wrapper()))  # truth: dies
    runner.train()


if __name__ == '__main__':
    main()
