import functools
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from distiller import Distiller, Encoder, hint_loss

cfg = {
    'seed': 17,
    'epochs': 2,
    'beta': 0.5,
    'dims': {'teacher': 24, 'student': 8},
    'loader': {'batch_size': 4, 'num_workers': 0},
    'optimizer': {'type': 'SGD', 'lr': 0.05, 'momentum': 0.9},
}


def build_optimizer(params, type, **kwargs):
    return getattr(torch.optim, type)(params, **kwargs)


def main():
    on_gpu = torch.cuda.is_available()
    dist.init_process_group(backend='nccl' if on_gpu else 'gloo')
    rank = dist.get_rank()
    device = f'cuda:{os.environ["LOCAL_RANK"]}' if on_gpu else 'cpu'
    parallel = functools.partial(DistributedDataParallel, broadcast_buffers=False)
    dims = cfg['dims']

    torch.manual_seed(cfg['seed'])
    teacher = Encoder(dims['teacher']).to(device).eval().requires_grad_(False)
    model = Distiller(Encoder(dims['student']), dims['student'], dims['teacher']).to(device)
    model = parallel(model)
    optimizer = build_optimizer(model.parameters(), **cfg['optimizer'])

    data = torch.randn(24, 10, generator=torch.Generator().manual_seed(0))
    dataset = TensorDataset(data, data.argmax(1) % 3)
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, sampler=sampler, **cfg['loader'])
    for epoch in range(cfg['epochs']):
        sampler.set_epoch(epoch)
        for x, labels in loader:
            x, labels = x.to(device), labels.to(device)
            _, target = teacher(x)
            logits, lifted = model(x)
            loss = hint_loss(logits, lifted, target, labels, cfg['beta'])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if rank == 0:
            print(f'epoch {epoch}: {loss.item():.4f}')
    dist.destroy_process_group()


if __name__ == '__main__':
    main()
