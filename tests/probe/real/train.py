"""Wraps two models on plain PyTorch: one whose parameters are on two devices, which DistributedDataParallel refuses,
and one as it should be."""

import torch.distributed as dist
from helper import wrap
from torch import nn

if __name__ == '__main__':
    dist.init_process_group('gloo')
    try:
        wrap(nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 2, device='meta')))
        print('not refused')
    except ValueError as error:
        print(f'refused: {str(error)[:38]}')
    wrap(nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4)))
    print('wrapped')
