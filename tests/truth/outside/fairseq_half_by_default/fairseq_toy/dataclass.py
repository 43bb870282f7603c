from dataclasses import dataclass, field, fields


@dataclass
class CommonConfig:
    seed: int = field(default=1, metadata={"help": "pseudo random number generator seed"})
    cpu: bool = field(default=False, metadata={"help": "use CPU instead of CUDA"})
    fp16: bool = field(default=True, metadata={"help": "use FP16"})


@dataclass
class DistributedConfig:
    distributed_backend: str = field(default="gloo", metadata={"help": "distributed backend"})
    distributed_init_method: str = field(default="env://")
    device_id: int = field(default=0)


@dataclass
class OptimizationConfig:
    max_epoch: int = field(default=4)
    update_freq: int = field(default=2)
    lr: float = field(default=0.05)


def add_arguments(parser, *groups):
    for group in groups:
        for f in fields(group):
            name = "--" + f.name.replace("_", "-")
            if f.type is bool:
                parser.add_argument(name, action="store_true", default=f.default)
            else:
                parser.add_argument(name, type=f.type, default=f.default)
