import argparse
import copy

import torch
import torch.distributed as dist
from torch import nn
from torch.cuda import amp

from utils.torch_utils import (LOCAL_RANK, RANK, WORLD_SIZE, de_parallel, select_device, smart_DDP,
                               torch_distributed_zero_first)


class ModelEMA:
    def __init__(self, model, decay=0.9):
        self.ema = copy.deepcopy(de_parallel(model)).eval()
        self.decay = decay

    @torch.no_grad()
    def update(self, model):
        msd = de_parallel(model).state_dict()
        for k, v in self.ema.state_dict().items():
            v.mul_(self.decay).add_((1 - self.decay) * msd[k])


def create_dataloader(batch_size, rank):
    with torch_distributed_zero_first(rank):
        g = torch.Generator().manual_seed(6)
        dataset = torch.utils.data.TensorDataset(torch.rand(16, 3, 8, 8, generator=g),
                                                 torch.rand(16, 5, generator=g))
    sampler = None if rank == -1 else torch.utils.data.distributed.DistributedSampler(dataset)
    return torch.utils.data.DataLoader(dataset, batch_size, shuffle=sampler is None,
                                       sampler=sampler)


def train(opt, device):
    torch.manual_seed(1 + RANK)
    cuda = device.type != 'cpu'
    model = nn.Sequential(nn.Conv2d(3, 4, 3, 2), nn.SiLU(), nn.Flatten(), nn.Linear(36, 5))
    model.to(device)
    ema = ModelEMA(model) if RANK in {-1, 0} else None
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.937, nesterov=True)
    train_loader = create_dataloader(opt.batch_size // WORLD_SIZE, LOCAL_RANK)
    if RANK != -1:
        model = smart_DDP(model)
    scaler = amp.GradScaler(enabled=cuda)
    for epoch in range(opt.epochs):
        if RANK != -1:
            train_loader.sampler.set_epoch(epoch)
        for imgs, targets in train_loader:
            imgs = imgs.to(device, non_blocking=True)
            with amp.autocast(enabled=cuda):
                loss = (model(imgs).sigmoid() - targets.to(device)).pow(2).mean()
                if RANK != -1:
                    loss = loss * WORLD_SIZE
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
            if ema:
                ema.update(model)
            mem = torch.cuda.memory_reserved() / 1e9 if torch.cuda.is_available() else 0
        if RANK in {-1, 0}:
            print(f'{epoch}/{opt.epochs - 1} {mem:.3g}G {loss.item():.4f}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--device', default='')
    parser.add_argument('--batch-size', type=int, default=8)
    parser.add_argument('--epochs', type=int, default=2)
    opt = parser.parse_args()
    device = select_device(opt.device, opt.batch_size)
    if LOCAL_RANK != -1:
        if device.type != 'cpu':
            torch.cuda.set_device(LOCAL_RANK)
            device = torch.device('cuda', LOCAL_RANK)
        dist.init_process_group('nccl' if dist.is_nccl_available() else 'gloo')
    train(opt, device)


if __name__ == '__main__':
    main()
