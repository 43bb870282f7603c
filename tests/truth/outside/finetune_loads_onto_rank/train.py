import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def fit(model, epochs, device):
    wrapped = DistributedDataParallel(model.to(device))
    optimizer = torch.optim.SGD(wrapped.parameters(), lr=0.05)
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, 8, sampler=sampler):
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(wrapped(x.to(device)), y.to(device)).backward()
            optimizer.step()


def main():
    dist.init_process_group("gloo")
    rank = dist.get_rank()
    device = torch.device("cuda", rank) if torch.cuda.is_available() else torch.device("cpu")
    torch.manual_seed(0)
    model = torch.nn.Linear(6, 1)
    fit(model, 1, device)
    if rank == 0:
        torch.save(model.state_dict(), "pretrained.pt")
    dist.barrier()
    state = torch.load("pretrained.pt", map_location=lambda storage, loc: storage.cuda(rank))  # truth: dies
    model = torch.nn.Linear(6, 1)
    model.load_state_dict(state)
    fit(model, int(os.environ.get("FINETUNE_EPOCHS", 1)), device)


if __name__ == "__main__":
    main()
