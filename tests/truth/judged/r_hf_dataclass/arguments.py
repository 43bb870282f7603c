import os
from dataclasses import dataclass, field, fields
from typing import Optional

import torch


@dataclass
class ModelArguments:
    hidden_size: int = field(default=16, metadata={"help": "Width of the model."})
    vocab_size: int = field(default=40)


@dataclass
class TrainingArguments:
    output_dir: str = field(default="out")
    per_device_train_batch_size: int = field(default=8)
    learning_rate: float = field(default=5e-3)
    num_train_epochs: int = field(default=2)
    seed: int = field(default=42)
    use_cpu: bool = field(default=False, metadata={"help": "Whether or not to use cpu."})
    fp16: bool = field(default=False)
    ddp_backend: Optional[str] = field(default=None, metadata={"help": "nccl or gloo; chosen by the device if unset."})

    def __post_init__(self):
        self.local_rank = int(os.environ.get("LOCAL_RANK", -1))
        self.world_size = int(os.environ.get("WORLD_SIZE", 1))
        self._device = None
        if self.fp16 and (self.use_cpu or not torch.cuda.is_available()):
            raise ValueError("FP16 mixed precision training (`--fp16`) can only be used on CUDA devices.")

    @property
    def device(self):
        if self._device is None:
            self._device = self._setup_devices()
        return self._device

    def _setup_devices(self):
        use_cuda = torch.cuda.is_available() and not self.use_cpu
        if self.local_rank != -1 and not torch.distributed.is_initialized():
            backend = self.ddp_backend or ("nccl" if use_cuda else "gloo")
            torch.distributed.init_process_group(backend)
        if use_cuda:
            device = torch.device("cuda", max(self.local_rank, 0))
            torch.cuda.set_device(device)
        else:
            device = torch.device("cpu")
        return device

    @property
    def should_log(self):
        return self.local_rank in (-1, 0)


def parse(*classes, argv=None):
    import argparse
    parser = argparse.ArgumentParser()
    for cls in classes:
        for f in fields(cls):
            if f.type is bool:
                parser.add_argument(f"--{f.name}", action="store_true")
                continue
            kind = str if f.type == Optional[str] else f.type
            parser.add_argument(f"--{f.name}", type=kind, default=f.default)
    given = vars(parser.parse_args(argv))
    return [cls(**{f.name: given[f.name] for f in fields(cls)}) for cls in classes]
