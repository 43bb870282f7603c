from dataclasses import dataclass, field


@dataclass
class DistConfig:
    backend: str = "nccl"  # truth: dies
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
