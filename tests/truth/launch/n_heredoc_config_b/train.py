"""Trains as a JSON file says."""
import argparse
import json

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument('config')
    parser.add_argument('--lr', type=float, default=0.05)
    parser.add_argument('--epochs', type=int, default=1)
    parser.add_argument('--work-dir', default='work')
    return parser.parse_args()


def main():
    args = parse_args()
    with open(args.config, encoding='utf-8') as file:
        cfg = json.load(file)
    args.lr = cfg.get('lr', args.lr)
    dist.init_process_group(cfg.get('backend', 'gloo'))
    torch.manual_seed(7)
    device = torch.device('cpu')
    model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 1)).to(device)
    data = TensorDataset(torch.randn(24, 6), torch.randn(24, 1))
    sampler = None
    if dist.is_initialized():
        model = DistributedDataParallel(model)
        sampler = DistributedSampler(data)
    loader = DataLoader(data, batch_size=4, sampler=sampler, shuffle=sampler is None)
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        if sampler is not None:
            sampler.set_epoch(epoch)
        for inputs, targets in loader:
            loss = nn.functional.mse_loss(model(inputs.to(device)), targets.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(f'loss {loss.item():.4f}')


if __name__ == '__main__':
    main()
