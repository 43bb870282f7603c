import torch

DEVICE = torch.device("cuda")  # truth: dies
BATCH_SIZE = 8
