import argparse
import os
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.distributed import DistributedSampler

from builder import MoCo

parser = argparse.ArgumentParser(description='Unsupervised training of an encoder')
parser.add_argument('--epochs', default=2, type=int)
parser.add_argument('-b', '--batch-size', default=8, type=int)
parser.add_argument('--world-size', default=1, type=int, help='number of nodes')
parser.add_argument('--rank', default=0, type=int, help='node rank')
parser.add_argument('--dist-url', default=None, type=str)
parser.add_argument('--dist-backend', default='nccl', type=str)
parser.add_argument('--gpu', default=None, type=int)
parser.add_argument('--multiprocessing-distributed', action='store_true')


class TwoCrops(Dataset):
    def __init__(self, size=32):
        self.base = torch.randn(size, 20, generator=torch.Generator().manual_seed(1))

    def __len__(self):
        return len(self.base)

    def __getitem__(self, i):
        return [self.base[i] + 0.1 * torch.randn(20) for _ in range(2)]


def main():
    args = parser.parse_args()
    ngpus_per_node = torch.cuda.device_count()
    if ngpus_per_node == 0:
        ngpus_per_node, args.dist_backend = 2, 'gloo'
    if args.dist_url is None:
        args.dist_url = 'file://' + os.path.join(tempfile.mkdtemp(), 'rendezvous')
    if args.multiprocessing_distributed:
        args.world_size = ngpus_per_node * args.world_size
        mp.spawn(main_worker, nprocs=ngpus_per_node, args=(ngpus_per_node, args))
    else:
        main_worker(args.gpu or 0, ngpus_per_node, args)


def main_worker(gpu, ngpus_per_node, args):
    args.gpu = gpu
    if args.multiprocessing_distributed:
        args.rank = args.rank * ngpus_per_node + gpu
    dist.init_process_group(backend=args.dist_backend, init_method=args.dist_url,
                            world_size=args.world_size, rank=args.rank)
    torch.manual_seed(100 + args.rank)
    model = MoCo()
    if torch.cuda.is_available():
        torch.cuda.set_device(args.gpu)
        model.cuda(args.gpu)
        model = nn.parallel.DistributedDataParallel(model, device_ids=[args.gpu])
    else:
        model = nn.parallel.DistributedDataParallel(model)
    criterion = nn.CrossEntropyLoss()
    params = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.SGD(params, 0.03, momentum=0.9)
    dataset = TwoCrops()
    train_sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, batch_size=args.batch_size // ngpus_per_node,
                        shuffle=(train_sampler is None), sampler=train_sampler, drop_last=True)
    for epoch in range(args.epochs):
        train_sampler.set_epoch(epoch)
        for crops in loader:
            if torch.cuda.is_available():
                crops = [crop.cuda(args.gpu, non_blocking=True) for crop in crops]
            output, target = model(im_q=crops[0], im_k=crops[1])
            loss = criterion(output, target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


if __name__ == '__main__':
    main()
