import torch
import torch.distributed as dist


def scatter_gradient(flat):
    """Sums the flat gradient over the ranks; each keeps its part."""
    parts = list(flat.chunk(dist.get_world_size()))
    own = torch.empty_like(parts[dist.get_rank()])
    dist.reduce_scatter(own, parts)  # truth: dies
    return own


def gather_weights(own):
    parts = [torch.empty_like(own) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, own)
    return torch.cat(parts)
