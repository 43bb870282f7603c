import torch.distributed as dist


def mean_over_ranks(tensor):
    tensor = tensor.clone().detach()
    dist.all_reduce(tensor, op=dist.ReduceOp.AVG)  # truth: dies
    return tensor
