"""Tiny DCGAN. Usage: torchrun --nproc_per_node N dcgan.py"""
import os
import random

import torch
import torch.nn as nn
import torch.optim as optim
import torch.distributed as dist
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

nz, ngf, ndf, nc = 8, 4, 4, 1
manualSeed = 999
random.seed(manualSeed)
torch.manual_seed(manualSeed)

world = int(os.environ.get('WORLD_SIZE', '1'))
local_rank = int(os.environ.get('LOCAL_RANK', '0'))
cuda = torch.cuda.is_available()
device = torch.device('cuda:%d' % local_rank if cuda else 'cpu')


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find('Conv') != -1:
        nn.init.normal_(m.weight, 0.0, 0.02)


def parallel(net):
    net = net.to(device)
    if world == 1:
        return net
    kwargs = dict(device_ids=[local_rank], output_device=local_rank) if cuda else {}
    return nn.parallel.DistributedDataParallel(net, broadcast_buffers=False, **kwargs)


class Generator(nn.Sequential):
    def __init__(self):
        super().__init__(nn.ConvTranspose2d(nz, ngf, 4, 1, 0, bias=False), nn.ReLU(True),
                         nn.ConvTranspose2d(ngf, nc, 4, 2, 1, bias=False), nn.Tanh())


class Discriminator(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Conv2d(nc, ndf, 4, 2, 1, bias=False), nn.LeakyReLU(0.2),
                         nn.Conv2d(ndf, 1, 4, 1, 0, bias=False), nn.Flatten(0))


def run():
    if world > 1:
        dist.init_process_group('nccl' if cuda else 'gloo')
    faces = TensorDataset(torch.rand(24, nc, 8, 8) * 2 - 1)
    sampler = DistributedSampler(faces) if world > 1 else None
    loader = DataLoader(faces, batch_size=4, sampler=sampler, shuffle=sampler is None)
    netG, netD = Generator(), Discriminator()
    for net in (netG, netD):
        net.apply(weights_init)
    netG = netG.to(device)  # truth: wrong
    netD = parallel(netD)
    torch.manual_seed(manualSeed + int(os.environ.get('RANK', '0')))
    criterion = nn.BCEWithLogitsLoss()
    optimizerD = optim.Adam(netD.parameters(), lr=2e-4, betas=(0.5, 0.999))
    optimizerG = optim.Adam(netG.parameters(), lr=2e-4, betas=(0.5, 0.999))
    for epoch in range(1):
        if sampler is not None:
            sampler.set_epoch(epoch)
        for i, (real,) in enumerate(loader):
            real = real.to(device)
            fake = netG(torch.randn(real.size(0), nz, 1, 1, device=device))
            optimizerD.zero_grad()
            errD = criterion(netD(torch.cat([real, fake.detach()])),
                             torch.cat([torch.ones(len(real)), torch.zeros(len(real))]).to(device))
            errD.backward()
            optimizerD.step()
            optimizerG.zero_grad()
            errG = criterion(netD(fake), torch.ones(len(real), device=device))
            errG.backward()
            optimizerG.step()
        print('[%d] Loss_D: %.4f Loss_G: %.4f' % (epoch, errD.item(), errG.item()))


if __name__ == '__main__':
    run()
