from .base import BaseTrainer


class Trainer(BaseTrainer):
    def place(self, thing):
        return thing.cuda()  # truth: dies
