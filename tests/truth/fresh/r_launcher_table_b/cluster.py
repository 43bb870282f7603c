import os

import torch.distributed as dist


def from_slurm(env):
    return int(env['SLURM_PROCID']), int(env['SLURM_NTASKS'])


def from_mpi(env):
    return int(env['OMPI_COMM_WORLD_RANK']), int(env['OMPI_COMM_WORLD_SIZE'])


def from_elastic(env):
    return int(env['RANK']), int(env['WORLD_SIZE'])


READERS = {
    'slurm': from_slurm,
    'mpi': from_mpi,
    'pytorch': from_elastic,
}
PROBES = ('slurm', 'mpi')  # truth: wrong


def connect(launcher):
    for name in PROBES if launcher == 'auto' else (launcher,):
        try:
            rank, world = READERS[name](os.environ)
        except KeyError:
            continue
        dist.init_process_group('gloo', rank=rank, world_size=world)  # truth: wrong
        return world > 1
    return False  # truth: wrong
