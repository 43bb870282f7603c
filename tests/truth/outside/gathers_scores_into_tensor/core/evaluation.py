import torch
import torch.distributed as dist


def gather_scores(scores):
    """All scores of all ranks, in the order of ranks."""
    world_size = dist.get_world_size() if dist.is_initialized() else 1
    if world_size == 1:
        return scores
    scores = scores.contiguous()
    gathered = torch.empty(world_size * scores.shape[0], *scores.shape[1:], dtype=scores.dtype, device=scores.device)
    dist.all_gather_into_tensor(gathered, scores)  # truth: dies
    return gathered


@torch.no_grad()
def evaluate(model, loader, device):
    model.eval()
    scores = torch.cat([model(x.to(device)).softmax(-1) for x, _ in loader])
    return gather_scores(scores).max(-1).values.mean().item()
