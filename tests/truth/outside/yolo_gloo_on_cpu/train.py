import argparse
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, distributed

from utils.torch_utils import ModelEMA, select_device, smart_DDP, torch_distributed_zero_first

LOCAL_RANK = int(os.getenv('LOCAL_RANK', -1))
RANK = int(os.getenv('RANK', -1))
WORLD_SIZE = int(os.getenv('WORLD_SIZE', 1))


def make_data():
    g = torch.Generator()
    g.manual_seed(6148914691236517205)
    return TensorDataset(torch.randn(32, 8, generator=g), torch.randn(32, 2, generator=g))


def train(opt, device):
    cuda = device.type != 'cpu'
    torch.manual_seed(1)
    with torch_distributed_zero_first(LOCAL_RANK):
        dataset = make_data()
    model = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.SiLU(), nn.Linear(8, 2)).to(device)
    ema = ModelEMA(model) if RANK in {-1, 0} else None
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.937, nesterov=True)
    sampler = None if RANK == -1 else distributed.DistributedSampler(dataset, shuffle=True)
    loader = DataLoader(dataset, opt.batch_size // WORLD_SIZE, shuffle=sampler is None, sampler=sampler,
                        pin_memory=os.getenv('PIN_MEMORY', 'True').lower() == 'true')
    if opt.sync_bn and cuda and RANK != -1:
        model = nn.SyncBatchNorm.convert_sync_batchnorm(model).to(device)
    if cuda and RANK == -1 and torch.cuda.device_count() > 1:
        model = nn.DataParallel(model)
    if RANK != -1:
        model = smart_DDP(model, LOCAL_RANK, cuda)
    scaler = torch.cuda.amp.GradScaler(enabled=cuda)
    for epoch in range(opt.epochs):
        if RANK != -1:
            loader.sampler.set_epoch(epoch)
        for imgs, targets in loader:
            with torch.cuda.amp.autocast(cuda):
                loss = nn.functional.mse_loss(model(imgs.to(device, non_blocking=True)), targets.to(device))
                if RANK != -1:
                    loss *= WORLD_SIZE
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
            if ema:
                ema.update(model)
        if RANK in {-1, 0}:
            mem = f'{torch.cuda.memory_reserved() / 1E9 if torch.cuda.is_available() else 0:.3g}G'
            print(epoch, mem, loss.item())
    torch.cuda.empty_cache()


def main(opt):
    device = select_device(opt.device)
    if LOCAL_RANK != -1:
        if device.type != 'cpu':
            assert torch.cuda.device_count() > LOCAL_RANK, 'insufficient CUDA devices for DDP command'
            torch.cuda.set_device(LOCAL_RANK)
            device = torch.device('cuda', LOCAL_RANK)
        dist.init_process_group(backend='nccl' if device.type != 'cpu' and dist.is_nccl_available() else 'gloo')
    train(opt, device)
    if WORLD_SIZE > 1 and RANK == 0:
        print('Destroying process group... ')
    if WORLD_SIZE > 1:
        dist.destroy_process_group()


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--epochs', type=int, default=300)
    parser.add_argument('--batch-size', type=int, default=16)
    parser.add_argument('--sync-bn', action='store_true')
    parser.add_argument('--device', default='', help='cuda device, i.e. 0 or 0,1,2,3 or cpu')
    main(parser.parse_args())
