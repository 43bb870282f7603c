import argparse
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

import misc


def train_one_epoch(model, criterion, loader, optimizer, device, epoch):
    model.train()
    logger = misc.MetricLogger()
    for samples, targets in logger.log_every(loader, 2, f'Epoch: [{epoch}]'):
        samples, targets = samples.to(device), targets.to(device)
        loss = criterion(model(samples), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        logger.update(loss=loss.item())
    logger.synchronize_between_processes()
    return {k: meter.average for k, meter in logger.meters.items()}


def main(args):
    dist.init_process_group(backend='nccl' if args.device == 'cuda' else 'gloo')
    misc.setup_for_distributed(dist.get_rank() == 0)
    device = torch.device(args.device)
    torch.manual_seed(args.seed)
    dataset = TensorDataset(torch.randn(24, 10), torch.randint(0, 2, (24,)))
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, 4, sampler=sampler, drop_last=True)
    ids = [int(os.environ['LOCAL_RANK'])] if device.type == 'cuda' else None
    model = nn.parallel.DistributedDataParallel(nn.Linear(10, 2).to(device), device_ids=ids)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        print(train_one_epoch(model, nn.CrossEntropyLoss(), loader, optimizer, device, epoch))


if __name__ == '__main__':
    parser = argparse.ArgumentParser('toy detector')
    parser.add_argument('--epochs', default=3, type=int)
    parser.add_argument('--seed', default=42, type=int)
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    main(parser.parse_args())
