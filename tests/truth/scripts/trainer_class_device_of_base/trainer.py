import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP


class BaseTrainer:
    def __init__(self, gpu_id):
        self.gpu_id = gpu_id
        self.on_gpu = torch.cuda.is_available()
        self.device = torch.device("cuda", gpu_id) if self.on_gpu else torch.device("cpu")


class Trainer(BaseTrainer):
    def __init__(self, model, train_data, optimizer, gpu_id, save_every):
        super().__init__(gpu_id)
        self.model = model.to(self.device)
        self.train_data = train_data
        self.optimizer = optimizer
        self.save_every = save_every
        if self.on_gpu:
            self.model = DDP(self.model, device_ids=[gpu_id])
        else:
            self.model = DDP(self.model)

    def _run_batch(self, source, targets):
        self.optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(self.model(source), targets)
        loss.backward()
        self.optimizer.step()

    def _run_epoch(self, epoch):
        self.train_data.sampler.set_epoch(epoch)
        for source, targets in self.train_data:
            if self.on_gpu:
                source, targets = source.cuda(self.gpu_id), targets.cuda(self.gpu_id)
            self._run_batch(source, targets)

    def train(self, max_epochs):
        for epoch in range(max_epochs):
            self._run_epoch(epoch)
            if dist.get_rank() == 0 and epoch % self.save_every == 0:
                torch.save(self.model.module.state_dict(), "checkpoint.pt")
