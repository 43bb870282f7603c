import os
from dataclasses import dataclass


@dataclass
class Config:
    epochs: int = 2
    batch_size: int = 8
    backend: str = "gloo"
    device: str = "cuda:{local_rank}"  # truth: dies

    @classmethod
    def from_env(cls, **overrides):
        cfg = cls(**overrides)
        cfg.device = cfg.device.format(local_rank=os.environ.get("LOCAL_RANK", "0"))  # truth: dies
        return cfg
