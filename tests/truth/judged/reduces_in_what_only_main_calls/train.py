import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from evaluation import Evaluator
from utils.distributed import main_only


class Trainer:
    def __init__(self):
        dist.init_process_group("gloo")
        torch.manual_seed(0)
        g = torch.Generator().manual_seed(0)
        self.data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))
        self.model = DistributedDataParallel(nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05)
        self.evaluator = Evaluator(self.model.module, self.data)

    @main_only
    def validate(self, epoch):
        print(epoch, self.evaluator.run())

    def train(self):
        sampler = DistributedSampler(self.data)
        for epoch in range(2):
            sampler.set_epoch(epoch)
            for x, y in DataLoader(self.data, 4, sampler=sampler):
                self.optimizer.zero_grad()
                nn.functional.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
            self.validate(epoch)
        dist.barrier()


if __name__ == "__main__":
    Trainer().train()
