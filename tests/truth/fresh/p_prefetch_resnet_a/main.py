import argparse
import os

import torch
import torch.distributed as dist
import torch.nn as nn

from prefetcher import DataPrefetcher


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument('--local_rank', default=os.environ.get('LOCAL_RANK', 0), type=int)
    parser.add_argument('--epochs', default=2, type=int)
    parser.add_argument('--print-freq', default=2, type=int)
    return parser.parse_args()


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.conv1 = nn.Conv2d(c, c, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(c)

    def forward(self, x):
        return torch.relu(self.bn1(self.conv1(x)) + x)


def main():
    args = parse()
    args.distributed = 'WORLD_SIZE' in os.environ and int(os.environ['WORLD_SIZE']) > 1
    if torch.cuda.is_available():
        torch.cuda.set_device(args.local_rank)
        device = torch.device('cuda', args.local_rank)
    else:
        device = torch.device('cpu')
    if args.distributed:
        dist.init_process_group(backend='nccl' if device.type == 'cuda' else 'gloo')
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(3, 4, 1), Block(4), nn.Flatten(), nn.Linear(64, 2)).to(device)
    if args.distributed:
        model = nn.parallel.DistributedDataParallel(
            model, device_ids=[args.local_rank] if device.type == 'cuda' else None)
    criterion = nn.CrossEntropyLoss().to(device)
    optimizer = torch.optim.SGD(model.parameters(), 0.01, momentum=0.9)
    dataset = torch.utils.data.TensorDataset(torch.rand(24, 3, 4, 4), torch.arange(24) % 2)
    sampler = None
    if args.distributed:
        sampler = torch.utils.data.distributed.DistributedSampler(dataset)
    loader = torch.utils.data.DataLoader(dataset, 4, shuffle=(sampler is None), sampler=sampler)
    for epoch in range(args.epochs):
        if args.distributed:
            sampler.set_epoch(epoch)
        prefetcher = DataPrefetcher(loader, device)
        input, target = prefetcher.next()
        i = 0
        while input is not None:
            i += 1
            loss = criterion(model(input), target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if i % args.print_freq == 0 and args.local_rank == 0:
                print(f'Epoch: [{epoch}][{i}/{len(loader)}] Loss {loss.item():.4f}')
            input, target = prefetcher.next()


if __name__ == '__main__':
    main()
