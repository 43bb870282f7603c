import argparse
import builtins
import socket

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn as nn

import moco.builder

parser = argparse.ArgumentParser(description='Unsupervised Training')
parser.add_argument('--epochs', default=2, type=int)
parser.add_argument('--batch-size', default=8, type=int)
parser.add_argument('--lr', default=0.03, type=float)
parser.add_argument('--dist-backend', default='nccl', type=str)
parser.add_argument('--nproc', default=None, type=int)


def free_port():
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        return s.getsockname()[1]


def encoder(dim):
    return nn.Sequential(nn.Flatten(), nn.Linear(27, 16), nn.ReLU(), nn.Linear(16, dim))


def main():
    args = parser.parse_args()
    args.dist_url = f'tcp://127.0.0.1:{free_port()}'
    ngpus_per_node = args.nproc or torch.cuda.device_count()
    args.world_size = ngpus_per_node
    mp.spawn(main_worker, nprocs=ngpus_per_node, args=(ngpus_per_node, args))


def main_worker(gpu, ngpus_per_node, args):
    args.rank = gpu
    args.gpu = gpu if torch.cuda.is_available() else None
    if gpu != 0:
        builtins.print = lambda *a, **k: None
    dist.init_process_group(args.dist_backend, init_method=args.dist_url,
                            world_size=args.world_size, rank=args.rank)
    torch.manual_seed(0)
    model = moco.builder.MoCo(encoder)
    if args.gpu is not None and args.dist_backend == 'nccl':
        torch.cuda.set_device(args.gpu)
        model.cuda(args.gpu)
    if args.gpu is not None:
        args.batch_size = args.batch_size // ngpus_per_node
        model = nn.parallel.DistributedDataParallel(model, device_ids=[args.gpu])
    else:
        model = nn.parallel.DistributedDataParallel(model)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], args.lr)
    images = torch.randn(32, 3, 3, 3)
    sampler = torch.utils.data.distributed.DistributedSampler(images)
    loader = torch.utils.data.DataLoader(images, args.batch_size, sampler=sampler, drop_last=True)
    for epoch in range(args.epochs):
        sampler.set_epoch(epoch)
        for x in loader:
            output, target = model(im_q=x + 0.1 * torch.randn_like(x), im_k=x)
            loss = criterion(output, target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print('epoch', epoch, loss.item())


if __name__ == '__main__':
    main()
