import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F


def gather_from_all(z):
    if not (dist.is_available() and dist.is_initialized()):
        return z
    bucket = [torch.zeros_like(z) for _ in range(dist.get_world_size())]
    dist.all_gather(bucket, z)
    bucket[dist.get_rank()] = z
    return torch.cat(bucket, dim=0)


class NT_Xent(nn.Module):
    def __init__(self, temperature):
        super().__init__()
        self.temperature = temperature

    def forward(self, z_i, z_j):
        z_i, z_j = gather_from_all(z_i), gather_from_all(z_j)
        N = 2 * len(z_i)
        z = F.normalize(torch.cat((z_i, z_j)), dim=1)
        sim = z @ z.t() / self.temperature
        sim = sim.masked_fill(torch.eye(N, dtype=torch.bool, device=z.device), float("-inf"))
        target = torch.arange(N, device=z.device).roll(N // 2)
        return F.cross_entropy(sim, target)
