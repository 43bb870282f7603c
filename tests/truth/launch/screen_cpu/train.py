"""Fits a line on one card, or on the CPU."""
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument('--gpu', type=int, default=None)
args = parser.parse_args()

device = torch.device('cpu')
if args.gpu is not None and torch.cuda.is_available():
    torch.cuda.set_device(args.gpu)
    device = torch.device('cuda', args.gpu)
model = nn.Linear(4, 1).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    loss = model(torch.randn(8, 4, device=device)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print('loss', loss.item())
