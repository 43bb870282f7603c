import logging

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from utils.distributed import main_only, on_cards, reduce_mean


class Trainer:
    def __init__(self):
        dist.init_process_group("gloo")
        torch.manual_seed(0)
        g = torch.Generator().manual_seed(0)
        self.data = TensorDataset(torch.randn(32, 4, generator=g), torch.randn(32, 1, generator=g))
        self.model = DistributedDataParallel(nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05)

    @main_only
    def log(self, **values):
        memory = torch.cuda.max_memory_allocated() / 2 ** 20
        logging.warning("%s max mem: %.0f", values, memory)
        torch.cuda.empty_cache()

    @main_only
    @on_cards
    def card_report(self):
        logging.warning(torch.cuda.memory_summary(torch.cuda.current_device()))

    def train(self):
        sampler = DistributedSampler(self.data)
        for epoch in range(2):
            sampler.set_epoch(epoch)
            for x, y in DataLoader(self.data, 4, sampler=sampler):
                self.optimizer.zero_grad()
                loss = nn.functional.mse_loss(self.model(x), y)
                loss.backward()
                self.optimizer.step()
            self.log(epoch=epoch, loss=reduce_mean(loss.detach()).item())
            self.card_report()
        dist.barrier()


if __name__ == "__main__":
    Trainer().train()
