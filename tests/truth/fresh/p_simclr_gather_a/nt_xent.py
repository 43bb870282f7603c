import torch
import torch.distributed as dist
import torch.nn.functional as F


def gather(z):
    """Features of all processes, in the order of the ranks."""
    out = [torch.zeros_like(z) for _ in range(dist.get_world_size())]
    dist.all_gather(out, z.contiguous())  # truth: dies
    return torch.cat(out)  # truth: dies


class NTXent(torch.nn.Module):
    def __init__(self, temperature=0.5):
        super().__init__()
        self.t = temperature

    def forward(self, zi, zj):
        z = torch.cat([gather(F.normalize(zi, dim=1)), gather(F.normalize(zj, dim=1))])
        n = z.size(0)
        sim = z @ z.t() / self.t
        sim = sim.masked_fill(torch.eye(n, dtype=torch.bool, device=z.device), -1e9)
        target = torch.arange(n, device=z.device).roll(n // 2)
        return F.cross_entropy(sim, target)
