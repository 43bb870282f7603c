import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

ACCUMULATE = 2


def run_epoch(model, loader, optimizer):
    for step, (x, y) in enumerate(loader):
        with model.no_sync():  # truth: wrong
            loss = torch.nn.functional.mse_loss(model(x), y) / ACCUMULATE
            loss.backward()
        if (step + 1) % ACCUMULATE == 0:
            optimizer.step()
            optimizer.zero_grad()


def main():
    dist.init_process_group("gloo")
    torch.manual_seed(0)
    x = torch.randn(64, 6)
    data = TensorDataset(x, x.sum(1, keepdim=True))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 8, sampler=sampler)
    model = DistributedDataParallel(torch.nn.Linear(6, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        run_epoch(model, loader, optimizer)
    if dist.get_rank() == 0:
        torch.save(model.module.state_dict(), "last.pth")


if __name__ == "__main__":
    main()
