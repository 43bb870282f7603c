import os
from contextlib import contextmanager

import torch
import torch.distributed as dist
from torch import nn


@contextmanager
def process_group(backend=None):
    backend = backend or ('nccl' if torch.cuda.is_available() else 'gloo')
    dist.init_process_group(backend)
    try:
        yield dist.get_rank(), int(os.environ['LOCAL_RANK'])
    finally:
        dist.destroy_process_group()


class GatherLayer(torch.autograd.Function):
    """Gathers tensors of all ranks, with the gradients."""

    @staticmethod
    def forward(ctx, tensor):
        ctx.save_for_backward(tensor)
        output = [torch.zeros_like(tensor) for _ in range(dist.get_world_size())]
        dist.all_gather(output, tensor)
        return tuple(output)

    @staticmethod
    def backward(ctx, *grads):
        stacked = torch.stack(grads)
        dist.all_reduce(stacked)
        return stacked[dist.get_rank()]


def distribute(model, device, sync_bn):
    if sync_bn:
        model = nn.SyncBatchNorm.convert_sync_batchnorm(model)  # truth: dies
    model = model.to(device)
    devices = [device] if device.type == 'cuda' else None
    return nn.parallel.DistributedDataParallel(model, device_ids=devices)  # truth: dies
