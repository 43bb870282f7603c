import argparse
import contextlib
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

import devices


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--device', choices=sorted(devices._KINDS), default=None)
    parser.add_argument('--accumulate', type=int, default=2)
    parser.add_argument('--epochs', type=int, default=2)
    args = parser.parse_args()
    machine = devices.get(args.device)
    is_ddp = int(os.environ.get('WORLD_SIZE', 1)) > 1
    if is_ddp:
        dist.init_process_group(machine.backend)
    machine.seed(17)
    device = machine.device()
    g = torch.Generator().manual_seed(4)
    data = TensorDataset(torch.randn(64, 10, generator=g), torch.randn(64, 2, generator=g))
    sampler = DistributedSampler(data) if is_ddp else None
    loader = DataLoader(data, batch_size=4, sampler=sampler, shuffle=not is_ddp)
    model = nn.Sequential(nn.Linear(10, 20), nn.Tanh(), nn.Linear(20, 2)).to(device)
    if is_ddp:
        model = DDP(model, **machine.ddp_kwargs())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    scaler = machine.scaler()
    for epoch in range(args.epochs):
        if is_ddp:
            sampler.set_epoch(epoch)
        for i, (x, y) in enumerate(loader):
            update = (i + 1) % args.accumulate == 0 or i + 1 == len(loader)
            sync = contextlib.nullcontext() if update or not is_ddp else model.no_sync()
            with sync:
                with machine.autocast(torch.float16):
                    loss = nn.functional.mse_loss(model(x.to(device)), y.to(device)) / args.accumulate
                scaler.scale(loss).backward()
            if update:
                scaler.unscale_(optimizer)
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                scaler.step(optimizer)
                scaler.update()
                optimizer.zero_grad(set_to_none=True)
        machine.synchronize()
        if not is_ddp or dist.get_rank() == 0:
            print(epoch, loss.item())
    if is_ddp:
        dist.destroy_process_group()


if __name__ == '__main__':
    main()
