from .base import BaseTrainer


class Trainer(BaseTrainer):
    backend = "gloo"

    def place(self, thing):
        return thing
