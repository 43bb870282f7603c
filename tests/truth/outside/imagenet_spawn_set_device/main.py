import argparse
import os
import random
import socket

import torch
import torch.backends.cudnn as cudnn
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn as nn

parser = argparse.ArgumentParser(description='PyTorch Training')
parser.add_argument('--epochs', default=2, type=int)
parser.add_argument('-b', '--batch-size', default=8, type=int)
parser.add_argument('--world-size', default=1, type=int, help='number of nodes')
parser.add_argument('--rank', default=0, type=int, help='node rank')
parser.add_argument('--nprocs', default=1, type=int)
parser.add_argument('--dist-url', default='', type=str)
parser.add_argument('--dist-backend', default='nccl', type=str)
parser.add_argument('--seed', default=None, type=int)
parser.add_argument('--gpu', default=None, type=int)
parser.add_argument('--multiprocessing-distributed', action='store_true')


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def main():
    args = parser.parse_args()
    if args.seed is not None:
        random.seed(args.seed)
        torch.manual_seed(args.seed)
        cudnn.deterministic = True
    if not args.dist_url:
        args.dist_url = f'tcp://127.0.0.1:{free_port()}'
    args.distributed = args.world_size > 1 or args.multiprocessing_distributed
    if args.multiprocessing_distributed:
        args.world_size = args.nprocs * args.world_size
        mp.spawn(main_worker, nprocs=args.nprocs, args=(args.nprocs, args))
    else:
        main_worker(args.gpu, args.nprocs, args)


def main_worker(gpu, nprocs, args):
    args.gpu = gpu
    if args.distributed:
        if args.multiprocessing_distributed:
            args.rank = args.rank * nprocs + gpu
        dist.init_process_group(backend=args.dist_backend, init_method=args.dist_url,
                                world_size=args.world_size, rank=args.rank)
    model = nn.Linear(10, 2)
    if args.distributed:
        if args.gpu is not None:
            torch.cuda.set_device(args.gpu)  # truth: dies
            model.cuda(args.gpu)
            args.batch_size = int(args.batch_size / nprocs)
            model = nn.parallel.DistributedDataParallel(model, device_ids=[args.gpu])
        else:
            model.cuda()
            model = nn.parallel.DistributedDataParallel(model)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    data = torch.utils.data.TensorDataset(torch.randn(32, 10), torch.randint(0, 2, (32,)))
    sampler = torch.utils.data.distributed.DistributedSampler(data) if args.distributed else None
    loader = torch.utils.data.DataLoader(data, args.batch_size, shuffle=sampler is None, sampler=sampler)
    for epoch in range(args.epochs):
        if args.distributed:
            sampler.set_epoch(epoch)
        for images, target in loader:
            loss = criterion(model(images.cuda(args.gpu, non_blocking=True)), target.cuda(args.gpu))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


if __name__ == '__main__':
    main()
