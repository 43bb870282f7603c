import argparse
import copy

import torch
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

import utils


def has_batchnorms(model):
    bn_types = (nn.BatchNorm1d, nn.BatchNorm2d, nn.SyncBatchNorm)
    return any(isinstance(m, bn_types) for _, m in model.named_modules())


def main(args):
    utils.init_distributed_mode(args)
    torch.manual_seed(0)
    data = TensorDataset(torch.randn(32, 6, generator=torch.Generator().manual_seed(2)))
    sampler = DistributedSampler(data)
    loader = DataLoader(data, args.batch_size, sampler=sampler, pin_memory=True, drop_last=True)

    student = nn.Sequential(nn.Linear(6, 8), nn.GELU(), nn.Linear(8, 4))
    teacher = copy.deepcopy(student)
    student, teacher = (net.to(utils.place()) for net in (student, teacher))
    if has_batchnorms(student):
        student = nn.SyncBatchNorm.convert_sync_batchnorm(student)
        teacher = nn.SyncBatchNorm.convert_sync_batchnorm(teacher)
    student = DDP(student, **utils.ddp_options(args))
    teacher.requires_grad_(False)
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-3)
    fp16_scaler = torch.cuda.amp.GradScaler() if args.use_fp16 and utils.place().type == "cuda" else None

    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for (x,) in loader:
            x = x.to(utils.place(), non_blocking=True)
            loss = nn.functional.mse_loss(student(x), teacher(x + 1))
            optimizer.zero_grad()
            if fp16_scaler is None:
                loss.backward()
                optimizer.step()
            else:
                fp16_scaler.scale(loss).backward()
                fp16_scaler.step(optimizer)
                fp16_scaler.update()
            for q, k in zip(student.module.parameters(), teacher.parameters()):
                k.data.lerp_(q.data, 0.1)
        utils.wait_for_card()
        print(epoch, float(loss), utils.memory())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch_size", type=int, default=4)
    parser.add_argument("--use_fp16", type=lambda s: s.lower() in ("1", "true", "on"), default=True)
    main(parser.parse_args())
