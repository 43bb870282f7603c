from __future__ import annotations

import copy
import os
from typing import Iterable

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


class WithAverage(nn.Module):
    """A network and the moving average of it."""

    def __init__(self, net: nn.Module, decay: float = 0.9) -> None:
        super().__init__()
        self.online = net
        self.average = copy.deepcopy(net)
        self.decay = decay
        for p in self.average.parameters():
            p.requires_grad_(False)

    def forward(self, weak: Tensor, strong: Tensor) -> tuple[Tensor, Tensor]:
        with torch.no_grad():
            target = self.average(weak).softmax(-1)
        return self.online(strong), target

    @torch.no_grad()
    def update(self) -> None:
        for slow, fast in zip(self.average.parameters(), self.online.parameters()):
            slow.mul_(self.decay).add_(fast, alpha=1 - self.decay)


def weight_decay_groups(params: Iterable[tuple[str, nn.Parameter]], wd: float) -> list[dict]:
    plain, decayed = [], []
    for name, p in params:
        (plain if p.ndim <= 1 or name.endswith("bias") else decayed).append(p)
    return [{"params": decayed, "weight_decay": wd}, {"params": plain, "weight_decay": 0.0}]


def replica(module: WithAverage, distributed: bool) -> tuple[nn.Module, WithAverage]:
    """A copy to train; the original stays as it is, to measure the drift from it."""
    core = copy.deepcopy(module)
    return (nn.parallel.DistributedDataParallel(core) if distributed else core), core


def make_net() -> nn.Module:
    return nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 4))


def train(epochs: int = 2) -> None:
    torch.manual_seed(11)
    distributed = int(os.environ.get("WORLD_SIZE", "1")) > 1
    if distributed:
        dist.init_process_group("gloo")
    data = TensorDataset(torch.randn(24, 10), torch.randint(0, 4, (24,)))
    sampler = DistributedSampler(data) if distributed else None
    loader = DataLoader(data, 4, shuffle=sampler is None, sampler=sampler)

    student = WithAverage(make_net())
    model, core = replica(student, distributed)
    groups = weight_decay_groups(student.online.named_parameters(), 1e-2)  # truth: wrong
    optimizer = torch.optim.SGD(groups, lr=0.1, momentum=0.9)  # truth: wrong
    for epoch in range(epochs):
        if sampler:
            sampler.set_epoch(epoch)
        for x, y in loader:
            logits, target = model(x, x + 0.1 * torch.randn_like(x))
            loss = F.cross_entropy(logits, y) + F.kl_div(
                logits.log_softmax(-1), target, reduction="batchmean")
            model.zero_grad()
            loss.backward()
            optimizer.step()
            core.update()
        with torch.no_grad():
            drift = sum((a - b).norm() for a, b in zip(core.parameters(), student.parameters()))
        print(f"epoch={epoch} loss={loss.item():.4f} drift={drift:.3f}")


if __name__ == "__main__":
    train()
