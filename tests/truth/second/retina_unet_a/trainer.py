import os

import torch
import torch.distributed as dist
import torch.utils.data as tud
from torch.nn.parallel import DistributedDataParallel

from callbacks import CallbackList


class SegTrainer:
    backend, device = 'gloo', 'cpu'

    def __init__(self, model, dataset, callbacks=(), batch_size=2, lr=1e-2):
        self.rank = int(os.environ.get('RANK', 0))
        self.world = int(os.environ.get('WORLD_SIZE', 1))
        if self.world > 1 and not dist.is_initialized():
            dist.init_process_group(backend=self.backend)
        self.model = self.parallel(self.place(model))
        sampler = tud.DistributedSampler(dataset, self.world, self.rank, shuffle=True, seed=7)
        self.loader = tud.DataLoader(dataset, batch_size, sampler=sampler, drop_last=True)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=lr, momentum=0.9)
        self.callbacks = CallbackList(callbacks)

    def place(self, item):
        return item.to(self.device)

    def parallel(self, model):
        return DistributedDataParallel(model) if self.world > 1 else model

    def fit(self, epochs):
        self.callbacks.fire('on_fit_start', self)
        for epoch in range(epochs):
            self.callbacks.fire('on_epoch_start', self, epoch)
            for image, mask in self.loader:
                logs = self.train_batch(image, mask)
                self.callbacks.fire('on_batch_end', self, logs)

    def train_batch(self, image, mask):
        self.optimizer.zero_grad()
        logits = self.model(self.place(image))
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, self.place(mask))
        loss.backward()
        self.optimizer.step()
        return {'loss': loss.item()}


class CudaSegTrainer(SegTrainer):
    backend, device = 'nccl', 'cuda'

    def place(self, item):
        torch.cuda.set_device(self.rank % torch.cuda.device_count())
        return item.cuda(non_blocking=True)

    def train_batch(self, image, mask):
        logs = super().train_batch(image, mask)
        torch.cuda.synchronize()
        return logs
