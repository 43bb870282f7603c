import argparse
import os
import os.path as osp

import torch
import torch.distributed as dist
from mmengine.config import Config, DictAction
from mmengine.runner import Runner

import mmtoy  # noqa: F401


def parse_args():
    parser = argparse.ArgumentParser(description='Train a toy')
    parser.add_argument('config')
    parser.add_argument('--work-dir')
    parser.add_argument('--amp', action='store_true')
    parser.add_argument('--cfg-options', nargs='+', action=DictAction)
    parser.add_argument('--launcher', choices=['none', 'pytorch', 'slurm', 'mpi'], default='none')
    parser.add_argument('--local_rank', '--local-rank', type=int, default=0)
    args = parser.parse_args()
    if 'LOCAL_RANK' not in os.environ:
        os.environ['LOCAL_RANK'] = str(args.local_rank)
    return args


def adapt_to_machine(cfg, launcher):
    """Without CUDA: gloo, no device_ids, no mixed precision."""
    if torch.cuda.is_available():
        return
    cfg.env_cfg.dist_cfg.backend = 'gloo'
    if cfg.optim_wrapper.type == 'AmpOptimWrapper':
        cfg.optim_wrapper.type = 'OptimWrapper'
        cfg.optim_wrapper.pop('loss_scale', None)
    if launcher != 'none':
        cfg.model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None, output_device=None)
        if not dist.is_initialized():
            dist.init_process_group(backend='gloo')


def main():
    args = parse_args()
    cfg = Config.fromfile(args.config)
    cfg.launcher = args.launcher
    if args.cfg_options is not None:
        cfg.merge_from_dict(args.cfg_options)
    if args.amp:
        cfg.optim_wrapper.type = 'AmpOptimWrapper'
        cfg.optim_wrapper.setdefault('loss_scale', 'dynamic')
    cfg.work_dir = args.work_dir or osp.join('./work_dirs', osp.splitext(osp.basename(args.config))[0])
    adapt_to_machine(cfg, args.launcher)
    Runner.from_cfg(cfg).train()


if __name__ == '__main__':
    main()
