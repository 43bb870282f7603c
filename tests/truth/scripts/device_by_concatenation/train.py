import os
import torch
import torch.distributed as dist
from torch.nn import functional as F


def get_device(kind='cuda'):
    index = os.environ.get('LOCAL_RANK', '0')
    return kind + ':' + index  # truth: dies


def train():
    dist.init_process_group(backend='gloo')
    where = get_device()  # truth: dies
    w = torch.zeros(3, 1, requires_grad=True, device=where)  # truth: dies
    opt = torch.optim.SGD([w], lr=0.1)
    for _ in range(5):
        x = torch.randn(10, 3, device=where)  # truth: dies
        loss = F.mse_loss(x @ w, x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        dist.all_reduce(w.grad)
        opt.step()


if __name__ == '__main__':
    train()
