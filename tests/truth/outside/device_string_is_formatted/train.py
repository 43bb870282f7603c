import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from config import Config


def main(cfg):
    dist.init_process_group(cfg.backend)
    torch.manual_seed(0)
    device = torch.device(cfg.device)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, cfg.batch_size, sampler=sampler)
    model = torch.nn.Linear(6, 1).to(device)  # truth: dies
    model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(cfg.epochs):
        sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x.to(device)), y.to(device)).backward()
            optimizer.step()


if __name__ == "__main__":
    main(Config.from_env(epochs=1))
