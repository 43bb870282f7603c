import torch

FloatTensor = torch.cuda.FloatTensor
LongTensor = torch.LongTensor


def ones(n):
    return FloatTensor(n, 1).fill_(1.0)  # truth: dies


def noise(n, width):
    return torch.randn(n, width)
