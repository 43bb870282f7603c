import argparse
import os
import random

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn as nn
import torch.utils.data
import torch.utils.data.distributed

parser = argparse.ArgumentParser(description='ImageNet training')
parser.add_argument('--epochs', default=2, type=int)
parser.add_argument('-b', '--batch-size', default=8, type=int)
parser.add_argument('--lr', default=0.1, type=float)
parser.add_argument('--world-size', default=1, type=int, help='number of nodes')
parser.add_argument('--rank', default=0, type=int, help='node rank')
parser.add_argument('--dist-url', default='', type=str)
parser.add_argument('--workers-per-node', default=2, type=int)
parser.add_argument('--seed', default=None, type=int)
parser.add_argument('--gpu', default=None, type=int)


class TinyNet(nn.Module):
    def __init__(self, classes=4):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 4, 3, stride=2), nn.ReLU(),
                                      nn.AdaptiveAvgPool2d(1))
        self.fc = nn.Linear(4, classes)

    def forward(self, x):
        return self.fc(self.features(x).flatten(1))


def main():
    args = parser.parse_args()
    if not args.dist_url:
        args.dist_url = 'tcp://127.0.0.1:%d' % random.randint(20000, 30000)
    if args.seed is not None:
        random.seed(args.seed)
        torch.manual_seed(args.seed)
    ngpus_per_node = torch.cuda.device_count()  # truth: wrong
    args.world_size = ngpus_per_node * args.world_size
    mp.spawn(main_worker, nprocs=ngpus_per_node, args=(ngpus_per_node, args))  # truth: wrong


def main_worker(gpu, ngpus_per_node, args):
    if torch.cuda.is_available():
        args.gpu = gpu
    args.rank = args.rank * ngpus_per_node + gpu
    backend = 'nccl' if args.gpu is not None else 'gloo'
    dist.init_process_group(backend=backend, init_method=args.dist_url,
                            world_size=args.world_size, rank=args.rank)
    model = TinyNet()
    if args.gpu is not None:
        torch.cuda.set_device(args.gpu)
        model.cuda(args.gpu)
        model = nn.parallel.DistributedDataParallel(model, device_ids=[args.gpu])
    else:
        model = nn.parallel.DistributedDataParallel(model)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), args.lr, momentum=0.9)
    images = torch.randn(32, 3, 12, 12, generator=torch.Generator().manual_seed(1))
    dataset = torch.utils.data.TensorDataset(images, torch.arange(32) % 4)
    sampler = torch.utils.data.distributed.DistributedSampler(dataset)
    loader = torch.utils.data.DataLoader(dataset, batch_size=args.batch_size, sampler=sampler)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        train(loader, model, criterion, optimizer, epoch, args)
    dist.destroy_process_group()


def train(loader, model, criterion, optimizer, epoch, args):
    model.train()
    for i, (images, target) in enumerate(loader):
        if args.gpu is not None:
            images = images.cuda(args.gpu, non_blocking=True)
            target = target.cuda(args.gpu, non_blocking=True)
        loss = criterion(model(images), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if args.rank == 0:
        print('Epoch [%d] loss %.4f' % (epoch, loss.item()), os.getpid())


if __name__ == '__main__':
    main()
