"""Fits a small network on all ranks."""
import argparse

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

parser = argparse.ArgumentParser()
parser.add_argument('--lr', type=float, default=0.1)
parser.add_argument('--epochs', type=int, default=1)
parser.add_argument('--tag', default='run')
args = parser.parse_args()

dist.init_process_group('gloo')
torch.manual_seed(3)
data = TensorDataset(torch.randn(16, 5), torch.randn(16, 1))
sampler = DistributedSampler(data)
loader = DataLoader(data, batch_size=4, sampler=sampler)
model = DistributedDataParallel(nn.Sequential(nn.Linear(5, 6), nn.Tanh(), nn.Linear(6, 1)))
optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
for epoch in range(args.epochs):
    sampler.set_epoch(epoch)
    for inputs, targets in loader:
        loss = nn.functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(f'rank {dist.get_rank()} of {dist.get_world_size()}: {loss.item():.4f}')
