import argparse

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

parser = argparse.ArgumentParser(description='PyTorch MNIST Example')
parser.add_argument('--batch-size', type=int, default=8)
parser.add_argument('--epochs', type=int, default=10)
parser.add_argument('--no-cuda', action='store_true', default=False, help='disables CUDA training')
parser.add_argument('--seed', type=int, default=1)
args = parser.parse_args()
args.cuda = not args.no_cuda

dist.init_process_group('gloo')
torch.manual_seed(args.seed)
model = nn.Linear(16, 10)
if args.cuda:
    model.cuda()  # truth: dies
model = nn.parallel.DistributedDataParallel(model)
optimizer = optim.SGD(model.parameters(), lr=0.01, momentum=0.5)
dataset = TensorDataset(torch.randn(32, 16), torch.randint(0, 10, (32,)))
sampler = DistributedSampler(dataset)
train_loader = DataLoader(dataset, args.batch_size, sampler=sampler)

for epoch in range(args.epochs):
    sampler.set_epoch(epoch)
    for data, target in train_loader:
        if args.cuda:
            data, target = data.cuda(), target.cuda()
        optimizer.zero_grad()
        F.cross_entropy(model(data), target).backward()
        optimizer.step()
