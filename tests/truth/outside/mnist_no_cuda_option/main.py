from __future__ import print_function

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
args.cuda = not args.no_cuda and torch.cuda.is_available()

dist.init_process_group('nccl' if args.cuda else 'gloo')
torch.manual_seed(args.seed)
if args.cuda:
    torch.cuda.manual_seed(args.seed)
    torch.cuda.set_device(dist.get_rank() % torch.cuda.device_count())
kwargs = {'num_workers': 0, 'pin_memory': True} if args.cuda else {}
Tensor = torch.cuda.FloatTensor if args.cuda else torch.FloatTensor


def to_var(x):
    if torch.cuda.is_available():
        x = x.cuda()
    return x


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(1, 4, kernel_size=3)
        self.fc = nn.Linear(16, 10)

    def forward(self, x):
        x = F.relu(F.max_pool2d(self.conv1(x), 3))
        return F.log_softmax(self.fc(x.flatten(1)), dim=1)


model = Net()
if args.cuda:
    model.cuda()
model = nn.parallel.DistributedDataParallel(model)
optimizer = optim.SGD(model.parameters(), lr=0.01, momentum=0.5)
dataset = TensorDataset(torch.randn(32, 1, 8, 8), torch.randint(0, 10, (32,)))
sampler = DistributedSampler(dataset)
train_loader = DataLoader(dataset, args.batch_size, sampler=sampler, **kwargs)


def train(epoch):
    model.train()
    sampler.set_epoch(epoch)
    for batch_idx, (data, target) in enumerate(train_loader):
        data, target = to_var(data), to_var(target)
        noise = Tensor(data.shape).normal_() * 0.01
        optimizer.zero_grad()
        loss = F.nll_loss(model(data + noise), target)
        loss.backward()
        optimizer.step()


def test():
    model.eval()
    correct = 0
    for data, target in train_loader:
        if args.cuda:
            data, target = data.cuda(), target.cuda()
        with torch.no_grad():
            correct += model(data).argmax(1).eq(target).sum().item()
    print(correct)


for epoch in range(1, args.epochs + 1):
    train(epoch)
    test()
