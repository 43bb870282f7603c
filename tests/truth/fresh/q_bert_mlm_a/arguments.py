import argparse
from dataclasses import MISSING, dataclass, fields


@dataclass
class ModelArguments:
    hidden_size: int = 16
    vocab_size: int = 60


@dataclass
class DataArguments:
    max_seq_length: int = 10
    mlm_probability: float = 0.2


@dataclass
class TrainArguments:
    learning_rate: float = 1e-3
    num_train_epochs: int = 2
    train_batch_size: int = 4


class DataclassParser(argparse.ArgumentParser):
    def __init__(self, *types):
        super().__init__(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
        self.types = types
        for kind in types:
            for field in fields(kind):
                required = field.default is MISSING
                self.add_argument(f'--{field.name}', type=field.type, required=required,
                                  default=None if required else field.default)

    def parse_into_dataclasses(self):
        found = vars(self.parse_args())  # truth: dies
        return tuple(kind(**{field.name: found[field.name] for field in fields(kind)})
                     for kind in self.types)
