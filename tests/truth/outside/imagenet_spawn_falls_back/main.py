import argparse
import os
import random
import time
import warnings
from enum import Enum

import torch
import torch.backends.cudnn as cudnn
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn as nn

parser = argparse.ArgumentParser(description='PyTorch ImageNet Training')
parser.add_argument('--epochs', default=90, type=int)
parser.add_argument('-b', '--batch-size', default=8, type=int)
parser.add_argument('--resume', default='', type=str)
parser.add_argument('--world-size', default=1, type=int, help='number of nodes')
parser.add_argument('--rank', default=0, type=int, help='node rank')
parser.add_argument('--nprocs', default=1, type=int)
parser.add_argument('--dist-backend', default='nccl', type=str)
parser.add_argument('--seed', default=3, type=int)
parser.add_argument('--gpu', default=None, type=int)
parser.add_argument('--no-accel', action='store_true')
parser.add_argument('--multiprocessing-distributed', action='store_true')

best_acc1 = 0


class Summary(Enum):
    NONE = 0
    AVERAGE = 1


class AverageMeter:
    def __init__(self, name, use_accel, summary_type=Summary.AVERAGE):
        self.name, self.use_accel, self.summary_type = name, use_accel, summary_type
        self.sum = self.count = 0

    def update(self, val, n=1):
        self.sum += val * n
        self.count += n

    def all_reduce(self):
        if self.use_accel:
            device = torch.device("cuda")
        else:
            device = torch.device("cpu")
        total = torch.tensor([self.sum, self.count], dtype=torch.float32, device=device)
        dist.all_reduce(total, dist.ReduceOp.SUM, async_op=False)
        self.sum, self.count = total.tolist()


def main():
    args = parser.parse_args()
    if args.seed is not None:
        random.seed(args.seed)
        torch.manual_seed(args.seed)
        cudnn.deterministic = True
        cudnn.benchmark = False
    if args.gpu is not None:
        warnings.warn('You have chosen a specific GPU. This will completely disable data parallelism.')
    store = f'file://{os.path.abspath("rendezvous")}'
    args.distributed = args.world_size > 1 or args.multiprocessing_distributed
    use_accel = not args.no_accel and torch.cuda.is_available()
    if use_accel:
        nprocs = torch.cuda.device_count()
        if nprocs == 1 and args.dist_backend == "nccl":
            warnings.warn("nccl backend >=2.5 requires GPU count>1")
    else:
        nprocs = args.nprocs
    if args.multiprocessing_distributed:
        args.world_size = nprocs * args.world_size
        mp.spawn(main_worker, nprocs=nprocs, args=(nprocs, store, args))
    else:
        main_worker(args.gpu, nprocs, store, args)


def main_worker(gpu, nprocs, store, args):
    global best_acc1
    args.gpu = gpu
    use_accel = not args.no_accel and torch.cuda.is_available()
    if use_accel:
        if args.gpu is not None:
            torch.cuda.set_device(args.gpu)
        device = torch.device('cuda', args.gpu or 0)
    else:
        device = torch.device('cpu')
    if args.distributed:
        if args.multiprocessing_distributed:
            args.rank = args.rank * nprocs + gpu
        dist.init_process_group(backend=args.dist_backend, init_method=store,
                                world_size=args.world_size, rank=args.rank)
    torch.manual_seed(args.seed)
    model = nn.Linear(10, 2)
    if not use_accel:
        print('using CPU, this will be slow')
    if args.distributed:
        if device.type == 'cuda':
            if args.gpu is not None:
                model.cuda(device)
                args.batch_size = int(args.batch_size / nprocs)
                model = nn.parallel.DistributedDataParallel(model, device_ids=[device])
            else:
                model.cuda()
                model = nn.parallel.DistributedDataParallel(model)
        else:
            model = nn.parallel.DistributedDataParallel(model)
    elif device.type == 'cuda':
        model = nn.DataParallel(model).cuda()
    criterion = nn.CrossEntropyLoss().to(device)
    optimizer = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9)
    if args.resume:
        if args.gpu is None:
            checkpoint = torch.load(args.resume)
        else:
            checkpoint = torch.load(args.resume, map_location=f'{device.type}:{args.gpu}')
        best_acc1 = checkpoint['best_acc1']
    data = torch.utils.data.TensorDataset(torch.randn(32, 10), torch.randint(0, 2, (32,)))
    sampler = torch.utils.data.distributed.DistributedSampler(data) if args.distributed else None
    loader = torch.utils.data.DataLoader(data, args.batch_size, shuffle=sampler is None, sampler=sampler,
                                         pin_memory=True)
    for epoch in range(args.epochs):
        if args.distributed:
            sampler.set_epoch(epoch)
        losses = AverageMeter('Loss', use_accel)
        end = time.time()
        for images, target in loader:
            images = images.to(device, non_blocking=True)
            target = target.to(device, non_blocking=True)
            loss = criterion(model(images), target)
            losses.update(loss.item(), images.size(0))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if args.distributed:
            losses.all_reduce()
        if args.rank % nprocs == 0:
            print(epoch, losses.sum / losses.count, time.time() - end)


if __name__ == '__main__':
    main()
