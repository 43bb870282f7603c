import argparse

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from cluster import connect


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--launcher', default='auto')
    args = parser.parse_args()
    parallel = connect(args.launcher)
    torch.manual_seed(4)
    dataset = TensorDataset(torch.randn(20, 2, 6), torch.randn(20, 2))
    sampler = None
    if parallel:
        sampler = DistributedSampler(dataset, shuffle=True)
    loader = DataLoader(dataset, 5, sampler=sampler, shuffle=sampler is None)
    model = nn.Sequential(nn.Flatten(), nn.Linear(12, 8), nn.Mish(), nn.Linear(8, 2))
    if parallel:
        model = nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if not dist.is_initialized() or dist.get_rank() == 0:
        print('final loss', loss.item())


if __name__ == '__main__':
    main()
