import argparse

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


class Backbone(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.stem = nn.Linear(6, dim)
        self.fc = nn.Linear(dim, 10)

    def forward(self, x):
        return self.fc(F.relu(self.stem(x)))


class ModelBuilder:
    """builder.backbone().freeze('stem').classifier(3).parallel()"""

    def __init__(self):
        self.model = None

    def backbone(self):
        self.model = Backbone()
        return self

    def freeze(self, *names):
        for name in names:
            getattr(self.model, name).requires_grad_(False)
        return self

    def classifier(self, num_classes):
        self.model.fc = nn.Linear(self.model.fc.in_features, num_classes)
        return self

    def parallel(self):
        if dist.is_initialized():
            ids = [torch.cuda.current_device()] if torch.cuda.is_available() else None
            self.model = DDP(self.model, device_ids=ids)
        return self

    def build(self):
        return self.model


def main(epochs, num_classes):
    dist.init_process_group("gloo")
    model = ModelBuilder().backbone().freeze("stem").classifier(num_classes).parallel().build()
    g = torch.Generator().manual_seed(11)
    data = TensorDataset(torch.randn(32, 6, generator=g), torch.randint(0, num_classes, (32,), generator=g))
    loader = DataLoader(data, 4, sampler=DistributedSampler(data))
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    for epoch in range(epochs):
        loader.sampler.set_epoch(epoch)
        for x, y in loader:
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    if dist.get_rank() == 0:
        torch.save(model.module.state_dict(), "last.pth")


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=2)
    p.add_argument("--num_classes", type=int, default=3)
    main(**vars(p.parse_args()))
