import contextlib

import torch
from torch.nn.parallel import DistributedDataParallel


class Trainer:
    """Main class for data parallel training, with gradient accumulation over `update_freq` batches."""

    def __init__(self, cfg, model, criterion):
        self.cfg = cfg
        self.cuda = torch.cuda.is_available() and not cfg.cpu
        if self.cuda:
            self.device = torch.device("cuda", cfg.device_id)
        else:
            self.device = torch.device("cpu")
        self._criterion = criterion
        self._model = model
        if cfg.fp16:
            self._criterion = self._criterion.half()
            self._model = self._model.half()  # truth: dies
        self._model = self._model.to(device=self.device)
        self._wrapped_model = None
        self._optimizer = None

    @property
    def model(self):
        if self._wrapped_model is None:
            self._wrapped_model = DistributedDataParallel(
                self._model, device_ids=[self.cfg.device_id] if self.cuda else None)
        return self._wrapped_model

    @property
    def optimizer(self):
        if self._optimizer is None:
            self._optimizer = torch.optim.SGD(self._model.parameters(), lr=self.cfg.lr)
        return self._optimizer

    def _prepare_sample(self, sample):
        def apply_half(t):
            return t.half() if t.dtype is torch.float32 else t

        sample = {k: v.to(self.device) for k, v in sample.items()}
        if self.cfg.fp16:
            sample = {k: apply_half(v) for k, v in sample.items()}
        return sample

    def train_step(self, samples):
        self.model.train()
        self.optimizer.zero_grad()
        for i, sample in enumerate(samples):
            sample = self._prepare_sample(sample)
            last = i == len(samples) - 1
            with contextlib.nullcontext() if last else self.model.no_sync():
                loss = self._criterion(self.model(sample["source"]), sample["target"])
                loss.backward()
        self.optimizer.step()
        return loss.item()
