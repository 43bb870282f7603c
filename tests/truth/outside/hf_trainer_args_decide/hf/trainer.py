import contextlib

import torch
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, RandomSampler


class Trainer:
    def __init__(self, model, args, train_dataset):
        self.args = args
        self.model = model.to(args.device)
        self.train_dataset = train_dataset
        self.use_amp = args.fp16
        self.scaler = torch.cuda.amp.GradScaler() if self.use_amp else None

    def _get_train_sampler(self):
        if self.args.world_size <= 1:
            return RandomSampler(self.train_dataset)
        return DistributedSampler(self.train_dataset, seed=self.args.seed)

    def autocast(self):
        return torch.cuda.amp.autocast() if self.use_amp else contextlib.nullcontext()

    def _wrap_model(self, model):
        if self.args.n_gpu > 1:
            model = nn.DataParallel(model)
        if self.args.local_rank != -1:
            kwargs = {"find_unused_parameters": False}
            model = nn.parallel.DistributedDataParallel(
                model,
                device_ids=[self.args.local_rank] if self.args.n_gpu != 0 else None,
                output_device=self.args.local_rank if self.args.n_gpu != 0 else None,
                **kwargs,
            )
        return model

    def _prepare_inputs(self, batch):
        return [t.to(self.args.device) for t in batch]

    def training_step(self, model, batch):
        inputs, labels = self._prepare_inputs(batch)
        with self.autocast():
            loss = nn.functional.cross_entropy(model(inputs), labels)
        if self.args.n_gpu > 1:
            loss = loss.mean()
        (self.scaler.scale(loss) if self.use_amp else loss).backward()
        return loss.detach()

    def train(self):
        loader = DataLoader(self.train_dataset, self.args.per_device_train_batch_size * max(1, self.args.n_gpu),
                            sampler=self._get_train_sampler(), pin_memory=True)
        model = self._wrap_model(self.model)
        optimizer = torch.optim.SGD(model.parameters(), lr=self.args.learning_rate)
        for epoch in range(self.args.num_train_epochs):
            if isinstance(loader.sampler, DistributedSampler):
                loader.sampler.set_epoch(epoch)
            for batch in loader:
                self.training_step(model, batch)
                if self.use_amp:
                    self.scaler.step(optimizer)
                    self.scaler.update()
                else:
                    optimizer.step()
                model.zero_grad()

    def _save_rng(self, path):
        states = {"cpu": torch.random.get_rng_state()}
        if torch.cuda.is_available():
            if self.args.local_rank == -1:
                states["cuda"] = torch.cuda.random.get_rng_state_all()
            else:
                states["cuda"] = torch.cuda.random.get_rng_state()
        torch.save(states, path)
