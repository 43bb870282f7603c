import torch

DEVICE = torch.device('cuda:0')  # truth: dies
FLOAT = torch.FloatTensor
