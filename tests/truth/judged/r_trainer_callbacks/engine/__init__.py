from .callbacks import LossLog, MemoryLog, SamplerEpoch
from .strategy import Strategy
from .trainer import Trainer
