import argparse
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, distributed

from utils.torch_utils import select_device, smart_DDP

LOCAL_RANK = int(os.getenv('LOCAL_RANK', -1))
RANK = int(os.getenv('RANK', -1))
WORLD_SIZE = int(os.getenv('WORLD_SIZE', 1))


def create_dataloader(dataset, batch_size, rank):
    sampler = None if not dist.is_initialized() else distributed.DistributedSampler(dataset)
    return DataLoader(dataset, batch_size=batch_size, shuffle=sampler is None, sampler=sampler)


def train(opt, device):
    cuda = device.type != 'cpu'
    torch.manual_seed(RANK + 1)
    model = nn.Sequential(nn.Linear(8, 8), nn.SiLU(), nn.Linear(8, 2)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.937, nesterov=True)
    dataset = TensorDataset(torch.randn(32, 8), torch.randn(32, 2))
    loader = create_dataloader(dataset, opt.batch_size // WORLD_SIZE, RANK)
    if cuda and RANK == -1 and torch.cuda.device_count() > 1:
        model = nn.DataParallel(model)
    if cuda and RANK != -1:
        model = smart_DDP(model, LOCAL_RANK)
    scaler = torch.cuda.amp.GradScaler(enabled=cuda)
    for epoch in range(opt.epochs):
        if cuda and RANK != -1:
            loader.sampler.set_epoch(epoch)
        for imgs, targets in loader:
            with torch.cuda.amp.autocast(enabled=cuda):
                loss = nn.functional.mse_loss(model(imgs.to(device)), targets.to(device))
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
        if RANK in {-1, 0}:
            print(epoch, loss.item())


def main(opt):
    device = select_device(opt.device, batch_size=opt.batch_size)
    if LOCAL_RANK != -1 and device.type != 'cpu':  # truth: wrong
        assert torch.cuda.device_count() > LOCAL_RANK, 'insufficient CUDA devices for DDP command'
        torch.cuda.set_device(LOCAL_RANK)
        device = torch.device('cuda', LOCAL_RANK)
        dist.init_process_group(backend="nccl" if dist.is_nccl_available() else "gloo")
    train(opt, device)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--epochs', type=int, default=300)
    parser.add_argument('--batch-size', type=int, default=16)
    parser.add_argument('--device', default='', help='cuda device, i.e. 0 or 0,1,2,3 or cpu')
    main(parser.parse_args())
