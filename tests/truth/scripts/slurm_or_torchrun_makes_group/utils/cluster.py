import os

import torch.distributed as dist


def on_slurm():
    return 'SLURM_PROCID' in os.environ


def setup(args):
    args.distributed = False
    args.rank = 0
    if 'RANK' in os.environ and 'WORLD_SIZE' in os.environ:
        args.rank, args.world_size = int(os.environ['RANK']), int(os.environ['WORLD_SIZE'])
    elif on_slurm():
        args.rank, args.world_size = int(os.environ['SLURM_PROCID']), int(os.environ['SLURM_NTASKS'])
    else:
        return args
    dist.init_process_group('gloo', init_method='env://', rank=args.rank, world_size=args.world_size)
    args.distributed = True
    return args
