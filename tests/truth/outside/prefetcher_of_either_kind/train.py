import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from prefetch import prefetch


class Launch:
    local_rank = int(os.getenv("LOCAL_RANK", "0"))
    on_card = torch.cuda.is_available()
    backend = "nccl" if on_card else "gloo"


def device_of(launch):
    match launch.on_card:
        case True:
            torch.cuda.set_device(launch.local_rank)
            return torch.device("cuda", launch.local_rank)
        case _:
            return torch.device("cpu")


def main():
    device = device_of(Launch)
    dist.init_process_group(Launch.backend)
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 8, sampler=sampler)
    model = torch.nn.Linear(6, 1).to(device)
    model = DistributedDataParallel(model, **(dict(device_ids=[Launch.local_rank]) if Launch.on_card else {}))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in prefetch(loader, device):
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()


if __name__ == "__main__":
    main()
