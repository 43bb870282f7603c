import json
from dataclasses import asdict, dataclass, field


@dataclass
class ModelConfig:
    hidden: int = 16
    virtual_node: bool = False
    edge_head: bool = True


@dataclass
class ParallelConfig:
    find_unused_parameters: bool = False  # truth: dies
    broadcast_buffers: bool = False


@dataclass
class Config:
    seed: int = 1
    epochs: int = 2
    batch_size: int = 4
    model: ModelConfig = field(default_factory=ModelConfig)
    parallel: ParallelConfig = field(default_factory=ParallelConfig)

    def dump(self, path):
        with open(path, 'w') as file:
            json.dump(asdict(self), file, indent=2)
