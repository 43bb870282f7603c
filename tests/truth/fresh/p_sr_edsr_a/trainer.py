import torch
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler


class Trainer:
    def __init__(self, args, model, dataset):
        self.args = args
        self.model = DistributedDataParallel(model.to(args.device))
        self.sampler = DistributedSampler(dataset)
        self.loader_train = DataLoader(dataset, batch_size=4, sampler=self.sampler)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-3)
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, 1, 0.5)
        self.epoch = 0

    def prepare(self, *tensors):
        return [t.to(self.args.device, non_blocking=True) for t in tensors]

    def train(self):
        self.sampler.set_epoch(self.epoch)
        self.model.train()
        for batch, pairs in enumerate(self.loader_train):
            lr, hr = self.prepare(*pairs)
            loss = F.l1_loss(self.model(lr), hr)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            if self.args.local_rank == 0:
                print(f'[{self.epoch}/{batch}] {loss.item():.4f}')
        self.scheduler.step()
        self.epoch += 1

    def terminate(self):
        return self.epoch >= self.args.epochs
