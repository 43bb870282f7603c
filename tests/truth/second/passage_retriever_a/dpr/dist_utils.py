import os

import torch
from torch.nn.parallel import DistributedDataParallel


def get_model_obj(model):
    return model.module if hasattr(model, 'module') else model


def setup_for_distributed_mode(model, optimizer, device):
    model.to(device)
    if int(os.environ.get('WORLD_SIZE', 1)) > 1:
        torch.distributed.init_process_group('nccl' if device.type == 'cuda' else 'gloo')
        model = DistributedDataParallel(model, [device] if device.type == 'cuda' else None)
    return model, optimizer
