import torch

USE_GPU = torch.cuda.is_available()
DEVICE = torch.device('cuda:0') if USE_GPU else torch.device('cpu')
FLOAT = torch.cuda.FloatTensor if USE_GPU else torch.FloatTensor
