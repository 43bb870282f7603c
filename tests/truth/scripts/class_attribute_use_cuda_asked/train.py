import torch
import torch.distributed as dist
from torch import nn

from solver import Solver

if __name__ == '__main__':
    dist.init_process_group(backend='gloo', init_method='env://')
    torch.manual_seed(dist.get_rank())
    solver = Solver(nn.Sequential(nn.Linear(8, 2), nn.Linear(2, 8)))
    for it in range(5):
        loss = solver.step(torch.randn(16, 8))
    print(f'rank {dist.get_rank()}: {loss:.3f}')
