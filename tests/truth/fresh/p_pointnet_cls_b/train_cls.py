import argparse
import logging
import os

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.distributed import DistributedSampler


class ModelNet(Dataset):
    def __init__(self, root, split='train', num_points=16):
        g = torch.Generator().manual_seed(len(split))
        self.points = torch.randn(24, num_points, 3, generator=g)
        self.label = torch.randint(0, 4, (24,), generator=g)

    def __getitem__(self, item):
        pc = self.points[item]
        return pc - pc.mean(0), self.label[item]

    def __len__(self):
        return len(self.points)


class PointNet(nn.Module):
    def __init__(self, k=4):
        super().__init__()
        self.mlp1 = nn.Conv1d(3, 16, 1)
        self.mlp2 = nn.Conv1d(16, 32, 1)
        self.fc = nn.Linear(32, k)

    def forward(self, x):
        x = F.relu(self.mlp1(x.transpose(1, 2)))
        return self.fc(self.mlp2(x).max(-1)[0])


def parse():
    p = argparse.ArgumentParser('PointNet')
    p.add_argument('--epoch', default=3, type=int)
    p.add_argument('--no-cuda', action='store_true')
    p.add_argument('--data', default='data/modelnet40')
    return p.parse_args()


class Session:
    def __init__(self, args):
        self.args = args
        self.cuda = not args.no_cuda and torch.cuda.is_available()
        dist.init_process_group(backend=('gloo', 'nccl')[self.cuda])
        self.rank = dist.get_rank()
        self.log = logging.getLogger('cls')
        self.log.setLevel(logging.INFO if self.rank == 0 else logging.ERROR)
        self.dev = torch.device('cuda:' + os.environ['LOCAL_RANK'] if self.cuda else 'cpu')

    def loader(self, split):
        ds = ModelNet(self.args.data, split)
        sampler = DistributedSampler(ds, shuffle=split == 'train', drop_last=split == 'train')
        return DataLoader(ds, batch_size=4, sampler=sampler, pin_memory=self.cuda)

    def on_epoch_start(self, epoch, loader):
        if hasattr(loader.sampler, 'set_epoch'):
            loader.sampler.set_epoch(epoch)

    def fit(self):
        torch.manual_seed(7)
        net = PointNet().to(self.dev)
        net = nn.parallel.DistributedDataParallel(net, [self.dev] if self.cuda else None)
        opt = torch.optim.Adam(net.parameters(), 1e-3, weight_decay=1e-4)
        train, test = self.loader('train'), self.loader('test')
        for epoch in range(self.args.epoch):
            self.on_epoch_start(epoch, train)
            net.train()
            for points, target in train:
                loss = F.cross_entropy(net(points.to(self.dev)), target.to(self.dev))
                opt.zero_grad()
                loss.backward()
                opt.step()
            self.log.info('epoch %d acc %.3f', epoch, self.test(net, test))

    @torch.no_grad()
    def test(self, net, loader):
        net.eval()
        stat = torch.zeros(2, device=self.dev)
        for points, target in loader:
            hit = net(points.to(self.dev)).argmax(1) == target.to(self.dev)
            stat += torch.stack([hit.sum(), hit.new_tensor(len(hit))])
        dist.all_reduce(stat)
        return (stat[0] / stat[1]).item()


if __name__ == '__main__':
    Session(parse()).fit()
