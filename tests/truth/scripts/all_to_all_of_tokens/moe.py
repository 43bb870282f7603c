import torch
import torch.distributed as dist


def exchange(tokens):
    """Every rank sends an equal part of its tokens to each other."""
    inputs = list(tokens.chunk(dist.get_world_size()))
    outputs = [torch.empty_like(part) for part in inputs]
    dist.all_to_all(outputs, inputs)  # truth: dies
    return torch.cat(outputs)
