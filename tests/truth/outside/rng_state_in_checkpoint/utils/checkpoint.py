import os
import random

import torch


class Checkpointer:
    def __init__(self, folder, model, optimizer, is_main):
        self.folder = folder
        self.model = model
        self.optimizer = optimizer
        self.is_main = is_main

    @property
    def path(self):
        return os.path.join(self.folder, "last.pt")

    def _rng(self):
        return {
            "python": random.getstate(),
            "torch": torch.get_rng_state(),
            "cuda": torch.cuda.get_rng_state(),  # truth: dies
        }

    def save(self, epoch):
        state = {"epoch": epoch, "model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}
        state["rng"] = self._rng()
        if self.is_main:
            os.makedirs(self.folder, exist_ok=True)
            torch.save(state, self.path)

    def load(self):
        if not os.path.isfile(self.path):
            return 0
        state = torch.load(self.path, map_location="cpu")
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        torch.set_rng_state(state["rng"]["torch"])
        torch.cuda.set_rng_state(state["rng"]["cuda"])
        return state["epoch"] + 1
