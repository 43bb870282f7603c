import torch
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, RandomSampler


class Trainer:
    def __init__(self, model, args, train_dataset):
        self.args = args
        self.model = model.to(args.device)
        self.train_dataset = train_dataset

    def _get_train_sampler(self):
        generator = torch.Generator()
        generator.manual_seed(self.args.seed)
        if self.args.local_rank == -1 or self.args.n_gpu == 0:
            return RandomSampler(self.train_dataset, generator=generator)  # truth: wrong
        return DistributedSampler(self.train_dataset, seed=self.args.seed)

    def get_train_dataloader(self):
        return DataLoader(self.train_dataset, self.args.train_batch_size, sampler=self._get_train_sampler())

    def _wrap_model(self, model):
        if self.args.n_gpu > 1:
            model = nn.DataParallel(model)
        if self.args.local_rank != -1:
            kwargs = {}
            if self.args.n_gpu:
                kwargs.update(device_ids=[self.args.local_rank], output_device=self.args.local_rank)
            model = nn.parallel.DistributedDataParallel(model, **kwargs)
        return model

    def train(self):
        loader = self.get_train_dataloader()
        model = self._wrap_model(self.model)
        optimizer = torch.optim.SGD(model.parameters(), lr=self.args.learning_rate)
        for epoch in range(self.args.num_train_epochs):
            if isinstance(loader.sampler, DistributedSampler):
                loader.sampler.set_epoch(epoch)
            for inputs, labels in loader:
                loss = nn.functional.cross_entropy(model(inputs.to(self.args.device)), labels.to(self.args.device))
                model.zero_grad()
                loss.backward()
                optimizer.step()
