import datetime
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

from engine import evaluate, on_main, train_one_epoch


def load_data(seed, n):
    g = torch.Generator().manual_seed(seed)
    return TensorDataset(torch.randn(n, 3, 8, 8, generator=g), torch.arange(n) % 2)


def main(epochs=3):
    cuda = torch.cuda.is_available()
    dist.init_process_group('nccl' if cuda else 'gloo', timeout=datetime.timedelta(seconds=25))
    device = f"cuda:{os.environ['LOCAL_RANK']}" if cuda else 'cpu'
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(3, 4, 3, bias=False), nn.BatchNorm2d(4), nn.ReLU(),
                          nn.Flatten(), nn.Linear(144, 2)).to(device)
    model_without_ddp = model
    model = nn.parallel.DistributedDataParallel(model, [device] if cuda else None)
    optimizer = torch.optim.SGD(model_without_ddp.parameters(), lr=0.02, momentum=0.9)
    dataset, dataset_test = load_data(1, 16), load_data(2, 12)
    train_sampler = torch.utils.data.distributed.DistributedSampler(dataset)
    loader = DataLoader(dataset, 4, sampler=train_sampler)
    loader_test = DataLoader(dataset_test, 4)
    best = 0.0
    for epoch in range(epochs):
        train_sampler.set_epoch(epoch)
        loss = train_one_epoch(model, optimizer, loader)
        if on_main():
            acc = evaluate(model, loader_test)  # truth: dies
            best = max(best, acc)
            print(f'epoch {epoch} loss {loss:.3f} acc {acc:.3f} best {best:.3f}')
            torch.save({'model': model_without_ddp.state_dict(), 'epoch': epoch}, 'checkpoint.pth')
    dist.barrier()
    dist.destroy_process_group()


if __name__ == '__main__':
    main()
