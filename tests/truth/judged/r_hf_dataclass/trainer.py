import torch
from torch import nn
from torch.utils.data import DataLoader, RandomSampler
from torch.utils.data.distributed import DistributedSampler


class Trainer:
    def __init__(self, model, args, train_dataset):
        self.args = args
        self.model = model.to(args.device)
        self.train_dataset = train_dataset

    def get_train_dataloader(self):
        if self.args.world_size > 1:
            sampler = DistributedSampler(self.train_dataset, num_replicas=self.args.world_size,
                                         rank=torch.distributed.get_rank(), seed=self.args.seed)
        else:
            sampler = RandomSampler(self.train_dataset)
        return DataLoader(self.train_dataset, batch_size=self.args.per_device_train_batch_size, sampler=sampler)

    def _wrap_model(self, model):
        if self.args.local_rank != -1:
            return nn.parallel.DistributedDataParallel(
                model, device_ids=[self.args.local_rank] if self.args.device.type == "cuda" else None)
        return model

    def train(self):
        model = self._wrap_model(self.model)
        optimizer = torch.optim.AdamW(model.parameters(), lr=self.args.learning_rate)
        loader = self.get_train_dataloader()
        for epoch in range(self.args.num_train_epochs):
            if isinstance(loader.sampler, DistributedSampler):
                loader.sampler.set_epoch(epoch)
            for (ids,) in loader:
                ids = ids.to(self.args.device)
                logits = model(ids[:, :-1])
                loss = nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
                loss.backward()
                optimizer.step()
                optimizer.zero_grad()
            if self.args.should_log:
                print({"epoch": epoch, "loss": round(loss.item(), 4)})
