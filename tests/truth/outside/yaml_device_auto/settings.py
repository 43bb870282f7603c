from dataclasses import dataclass, field

import torch
import yaml


@dataclass
class Distributed:
    backend: str = "nccl"


@dataclass
class TrainerSettings:
    epochs: int = 1
    batch_size: int = 1


@dataclass
class Settings:
    device: str = "cuda"
    amp: bool = False
    distributed: Distributed = field(default_factory=Distributed)
    trainer: TrainerSettings = field(default_factory=TrainerSettings)

    def __post_init__(self):
        if isinstance(self.distributed, dict):
            self.distributed = Distributed(**self.distributed)
        if isinstance(self.trainer, dict):
            self.trainer = TrainerSettings(**self.trainer)
        if self.device == "auto":
            self.device = "cuda" if torch.cuda.is_available() else "cpu"
        if self.distributed.backend == "auto":
            self.distributed.backend = "nccl" if self.device == "cuda" else "gloo"


def load(path):
    with open(path) as f:
        return Settings(**yaml.safe_load(f))
