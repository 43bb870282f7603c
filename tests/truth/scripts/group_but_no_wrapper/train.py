import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def main():
    dist.init_process_group(backend='gloo')
    rank = dist.get_rank()
    torch.manual_seed(0)
    features = torch.randn(40, 4)
    dataset = TensorDataset(features, features[:, :1] * 2)
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, batch_size=5, sampler=sampler)
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 1))  # truth: wrong
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)  # truth: wrong
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in loader:
            loss = nn.functional.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()  # truth: wrong
            optimizer.step()  # truth: wrong
        dist.barrier()
        if rank == 0:
            os.makedirs('ckpt', exist_ok=True)
            torch.save(model.state_dict(), f'ckpt/{epoch}.pt')


if __name__ == '__main__':
    main()
