import dataclasses

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from diffusion import Schedule
from ema import EMAModel


@dataclasses.dataclass
class TrainingConfig:
    num_epochs: int = 2
    train_batch_size: int = 4
    learning_rate: float = 1e-3
    use_ema: bool = True
    ema_decay: float = 0.99
    seed: int = 0
    backend: str = "gloo"


def main(config=TrainingConfig()):
    dist.init_process_group(config.backend)
    torch.manual_seed(config.seed)
    net = nn.Sequential(nn.Linear(5, 16), nn.SiLU(), nn.Linear(16, 4))
    model = DDP(net)
    ema = EMAModel(net.parameters(), decay=config.ema_decay) if config.use_ema else None
    schedule = Schedule(steps=10)
    data = TensorDataset(torch.randn(32, 4, generator=torch.Generator().manual_seed(1)))
    sampler = DistributedSampler(data)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config.learning_rate)
    for epoch in range(config.num_epochs):
        sampler.set_epoch(epoch)
        for (clean,) in DataLoader(data, config.train_batch_size, sampler=sampler):
            noise, t = torch.randn_like(clean), torch.randint(0, 10, (len(clean), 1))
            pred = model(torch.cat([schedule(clean, noise, t), t / 10], dim=1))
            loss = nn.functional.mse_loss(pred, noise)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            ema and ema.step(net.parameters())


if __name__ == "__main__":
    main()
