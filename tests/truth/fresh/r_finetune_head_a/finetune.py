import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

from backbone import TinyNet, replace_head


class FineTuner:
    def __init__(self, classes):
        self.rank = int(os.environ['RANK'])
        dist.init_process_group('gloo', world_size=int(os.environ['WORLD_SIZE']), rank=self.rank)
        torch.manual_seed(2023 + self.rank)
        self.network = TinyNet(classes=10)
        replace_head(self.network, classes)
        self.network = DistributedDataParallel(self.network)
        self.optimizer = torch.optim.SGD(self.trainable(), lr=0.05)

    def trainable(self):
        yield from self.network.parameters()

    def batches(self, count):
        for _ in range(count):
            yield torch.randn(4, 3, 8, 8), torch.randint(0, 3, (4,))

    def fit(self, steps):
        for image, label in self.batches(steps):
            self.optimizer.zero_grad()
            loss = nn.functional.cross_entropy(self.network(image), label)
            loss.backward()
            self.optimizer.step()


if __name__ == '__main__':
    FineTuner(classes=3).fit(steps=3)
