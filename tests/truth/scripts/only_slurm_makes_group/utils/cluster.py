import os

import torch.distributed as dist


def on_slurm():
    return 'SLURM_PROCID' in os.environ


def setup(args):
    args.distributed = False
    args.rank = 0
    if on_slurm():  # truth: wrong
        args.rank = int(os.environ['SLURM_PROCID'])
        dist.init_process_group('gloo', init_method='env://', rank=args.rank,  # truth: wrong
                                world_size=int(os.environ['SLURM_NTASKS']))
        args.distributed = True
    return args
