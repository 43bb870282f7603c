import argparse
import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from networks import Discriminator, Generator


def parse():
    p = argparse.ArgumentParser()
    p.add_argument('--nz', type=int, default=8)
    p.add_argument('--niter', type=int, default=2)
    p.add_argument('--batchSize', type=int, default=8)
    p.add_argument('--lr', type=float, default=2e-4)
    p.add_argument('--beta1', type=float, default=0.5)
    return p.parse_args()


def set_requires_grad(net, flag):
    for p in net.parameters():
        p.requires_grad_(flag)


def main():
    opt = parse()
    cuda = torch.cuda.is_available()
    dist.init_process_group('nccl' if cuda else 'gloo')
    rank = dist.get_rank()
    local = int(os.environ['LOCAL_RANK'])
    device = torch.device(f'cuda:{local}' if cuda else 'cpu')
    ids = [local] if cuda else None
    torch.manual_seed(100)

    netG = DDP(Generator(opt.nz).to(device), device_ids=ids)
    netD = DDP(Discriminator().to(device), device_ids=ids)
    real = torch.tanh(torch.randn(64, 16, generator=torch.Generator().manual_seed(2)))
    dataset = TensorDataset(real)
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, batch_size=opt.batchSize, sampler=sampler, drop_last=True)
    criterion = nn.BCEWithLogitsLoss()
    optimizerD = torch.optim.Adam(netD.parameters(), lr=opt.lr, betas=(opt.beta1, 0.999))
    optimizerG = torch.optim.Adam(netG.parameters(), lr=opt.lr, betas=(opt.beta1, 0.999))
    torch.manual_seed(100 + rank)
    for epoch in range(opt.niter):
        sampler.set_epoch(epoch)
        for (data,) in loader:
            data = data.to(device)
            ones, zeros = torch.ones(len(data), device=device), torch.zeros(len(data), device=device)
            # (1) Update D network
            set_requires_grad(netD, True)
            netD.zero_grad()
            fake = netG(torch.randn(len(data), opt.nz, device=device))
            out = netD(torch.cat([data, fake.detach()]))
            errD_real, errD_fake = criterion(out[:len(data)], ones), criterion(out[len(data):], zeros)
            (errD_real + errD_fake).backward()
            optimizerD.step()
            # (2) Update G network
            set_requires_grad(netD, False)
            netG.zero_grad()
            errG = criterion(netD.module(fake), ones)
            errG.backward()
            optimizerG.step()
        if rank == 0:
            print('[%d/%d] Loss_D: %.4f Loss_G: %.4f' % (epoch, opt.niter, (errD_real + errD_fake).item(), errG.item()))


if __name__ == '__main__':
    main()
