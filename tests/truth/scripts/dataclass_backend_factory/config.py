from dataclasses import dataclass, field

import torch


def default_backend():
    return "nccl" if torch.cuda.is_available() else "gloo"


@dataclass
class DistConfig:
    backend: str = field(default_factory=default_backend)
    init_method: str = "env://"


@dataclass
class TrainConfig:
    lr: float = 1e-2
    batch: int = 8
    steps: int = 4
    dist: DistConfig = field(default_factory=DistConfig)


@dataclass
class LongTrainConfig(TrainConfig):
    steps: int = 400


CONFIGS = {"base": TrainConfig, "long": LongTrainConfig}
