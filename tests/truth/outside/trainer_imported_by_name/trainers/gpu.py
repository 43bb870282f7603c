import torch
from torch.nn.parallel import DistributedDataParallel

from .base import BaseTrainer


class Trainer(BaseTrainer):
    backend = "nccl"

    def place(self, thing):
        return thing.cuda()

    def wrap(self, model):
        return DistributedDataParallel(model, device_ids=[torch.cuda.current_device()])
