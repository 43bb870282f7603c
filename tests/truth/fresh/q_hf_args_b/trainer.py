import torch
from torch import nn
from torch.utils.data import DataLoader, RandomSampler
from torch.utils.data.distributed import DistributedSampler


class Trainer:
    def __init__(self, model, args, train_dataset):
        self.args = args
        torch.manual_seed(args.seed)
        self.model = model.to(args.device)
        self.train_dataset = train_dataset

    def _get_train_sampler(self):
        if self.args.world_size <= 1:
            return RandomSampler(self.train_dataset)
        return DistributedSampler(self.train_dataset, num_replicas=self.args.world_size,
                                  rank=self.args.process_index, seed=self.args.seed)

    def get_train_dataloader(self):
        return DataLoader(self.train_dataset, sampler=self._get_train_sampler(),
                          batch_size=self.args.per_device_train_batch_size)

    def _wrap_model(self, model):
        if self.args.local_rank != -1:
            kwargs = {}
            if self.args.device.type == 'cuda':
                kwargs['device_ids'] = [self.args.local_rank]
            model = nn.parallel.DistributedDataParallel(model, **kwargs)
        return model

    def train(self):
        model = self._wrap_model(self.model)
        dataloader = self.get_train_dataloader()
        optimizer = torch.optim.AdamW(model.parameters(), lr=self.args.learning_rate)
        for epoch in range(self.args.num_train_epochs):
            if isinstance(dataloader.sampler, DistributedSampler):
                dataloader.sampler.set_epoch(epoch)
            for ids, labels in dataloader:
                ids, labels = ids.to(self.args.device), labels.to(self.args.device)
                loss = nn.functional.cross_entropy(model(ids), labels)
                loss.backward()
                optimizer.step()
                optimizer.zero_grad()
        return loss.item()
