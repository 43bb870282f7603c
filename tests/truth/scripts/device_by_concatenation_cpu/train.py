import os
import torch
import torch.distributed as dist
from torch.nn import functional as F


def get_device(kind='cuda'):
    if kind == 'cpu':
        return kind
    index = os.environ.get('LOCAL_RANK', '0')
    return kind + ':' + index


def train():
    dist.init_process_group(backend='gloo')
    torch.manual_seed(dist.get_rank())
    where = get_device(kind='cpu')
    w = torch.zeros(3, 1, requires_grad=True, device=where)
    opt = torch.optim.SGD([w], lr=0.1)
    for _ in range(5):
        x = torch.randn(10, 3, device=where)
        loss = F.mse_loss(x @ w, x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        dist.all_reduce(w.grad)
        opt.step()


if __name__ == '__main__':
    train()
