import sys

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from utils import snapshot
from utils.dist import ddp_arguments, pick_device, setup, teardown


class Trainer:
    def __init__(self, model, loader, optimizer, device, path="snapshot.pt"):
        self.device = device
        self.loader = loader
        self.optimizer = optimizer
        self.path = path
        self.start = snapshot.load(path, model, device)
        self.model = DDP(model, **ddp_arguments(device))

    def _step(self, x, y):
        x = x.to(self.device, non_blocking=True)
        y = y.to(self.device, non_blocking=True)
        self.optimizer.zero_grad(set_to_none=True)
        loss = F.mse_loss(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        return loss.detach()

    def train(self, epochs):
        for epoch in range(self.start, epochs):
            self.loader.sampler.set_epoch(epoch)
            total = torch.zeros((), device=self.device)
            for x, y in self.loader:
                total += self._step(x, y)
            dist.all_reduce(total)
            if dist.get_rank() == 0:
                print(f"epoch {epoch} loss {total.item() / dist.get_world_size():.4f}")
                snapshot.save(self.path, self.model, epoch)


def main(epochs):
    device = pick_device()
    setup(device)
    torch.manual_seed(1)
    x = torch.randn(64, 20)
    data = TensorDataset(x, x.mean(1, keepdim=True))
    loader = DataLoader(data, 8, sampler=DistributedSampler(data), pin_memory=device.type == "cuda")
    model = torch.nn.Linear(20, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    Trainer(model, loader, optimizer, device).train(epochs)
    teardown()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
