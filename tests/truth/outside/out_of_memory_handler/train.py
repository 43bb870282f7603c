import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from trainer import Trainer


def main():
    device = torch.device("cpu")
    backend = "gloo"
    if torch.cuda.device_count() > int(os.environ["LOCAL_RANK"]):
        device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        backend = "nccl"
    dist.init_process_group(backend)
    for i in range(torch.cuda.device_count()):
        print(i, torch.cuda.get_device_properties(i).total_memory)
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    model = DistributedDataParallel(torch.nn.Linear(6, 1).to(device))
    trainer = Trainer(model, torch.optim.SGD(model.parameters(), lr=0.01), device)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for batch in DataLoader(data, 8, sampler=sampler):
            trainer.train_step(batch)


if __name__ == "__main__":
    main()
