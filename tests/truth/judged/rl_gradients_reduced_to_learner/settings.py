import argparse
from dataclasses import dataclass, fields


@dataclass
class Settings:
    seed: int = 7
    episodes: int = 4
    horizon: int = 6
    lr: float = 0.05
    gamma: float = 0.9
    backend: str = "gloo"
    learner_rank: int = 0

    @classmethod
    def from_cli(cls):
        parser = argparse.ArgumentParser()
        for f in fields(cls):
            parser.add_argument(f"--{f.name.replace('_', '-')}", type=f.type, default=f.default)
        return cls(**vars(parser.parse_args()))
