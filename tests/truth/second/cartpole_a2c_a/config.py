from dataclasses import dataclass, field
from typing import List


@dataclass
class A2CConfig:
    seed: int = 3
    num_updates: int = 3
    num_steps: int = 6
    gamma: float = 0.97
    lr: float = 0.01
    entropy_coef: float = 0.01
    hidden: List[int] = field(default_factory=lambda: [16, 16])
