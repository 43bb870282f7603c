import os

from torch.nn.parallel import DistributedDataParallel

LOCAL_RANK = int(os.environ.get('LOCAL_RANK', 0))


def parallel(model, find_unused=False):
    kwargs = dict(find_unused_parameters=find_unused)
    if next(model.parameters()).is_cuda:
        kwargs.update(device_ids=[LOCAL_RANK], output_device=LOCAL_RANK)
    return DistributedDataParallel(model, **kwargs)
