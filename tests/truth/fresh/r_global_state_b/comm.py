import torch.distributed as dist

import state


def start():
    dist.init_process_group('gloo')
    state.RANK = dist.get_rank()
    state.WORLD_SIZE = dist.get_world_size()
