import dataclasses

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from ema import EMAModel


@dataclasses.dataclass
class TrainingConfig:
    num_epochs: int = 2
    mixed_precision: str = dataclasses.field(default_factory=lambda: "fp16" if torch.cuda.is_available() else "no")
    device: str = dataclasses.field(init=False)

    def __post_init__(self):
        self.device = "cuda" if self.mixed_precision != "no" else "cpu"


def main(config):
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.SiLU(), nn.Linear(16, 4)).to(config.device)
    model, ema = DDP(net), EMAModel(net.parameters())
    scaler = torch.cuda.amp.GradScaler(enabled=config.mixed_precision == "fp16")
    data = TensorDataset(torch.randn(32, 4, generator=torch.Generator().manual_seed(1)))
    sampler = DistributedSampler(data)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(config.num_epochs):
        sampler.set_epoch(epoch)
        for (clean,) in DataLoader(data, 4, sampler=sampler):
            clean = clean.to(config.device)
            with torch.autocast(config.device, enabled=config.mixed_precision == "fp16"):
                loss = nn.functional.mse_loss(model(clean + torch.randn_like(clean)), clean)
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
            ema.step(net.parameters())


if __name__ == "__main__":
    main(TrainingConfig())
