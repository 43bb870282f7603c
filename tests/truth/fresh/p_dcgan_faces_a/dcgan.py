import os
from functools import partial

import torch
import torch.distributed as dist
from torch import nn, optim
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

nz, ngf, ndf = 8, 8, 8


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(nn.ConvTranspose2d(nz, ngf, 4, 1, 0), nn.ReLU(True),
                                  nn.ConvTranspose2d(ngf, 3, 4, 2, 1), nn.Tanh())

    def forward(self, z):
        return self.main(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(nn.Conv2d(3, ndf, 4, 2, 1), nn.LeakyReLU(0.2),
                                  nn.Conv2d(ndf, 1, 4))

    def forward(self, x):
        return self.main(x).view(-1)


def weights_init(std, m):
    if 'Conv' in type(m).__name__:
        nn.init.normal_(m.weight, 0.0, std)


def parallel(net, device):
    net.apply(partial(weights_init, 0.02))
    net = net.to(device)
    if not dist.is_initialized():
        return net
    kwargs = {'device_ids': [device.index]} if device.type == 'cuda' else {}
    return DistributedDataParallel(net, **kwargs)


def main():
    use_cuda = torch.cuda.is_available()
    local_rank = int(os.environ.get('LOCAL_RANK', 0))
    if int(os.environ.get('WORLD_SIZE', 1)) > 1:
        dist.init_process_group('nccl' if use_cuda else 'gloo')
    device = torch.device('cuda', local_rank) if use_cuda else torch.device('cpu')
    torch.manual_seed(999)
    images = TensorDataset(torch.rand(16, 3, 8, 8, generator=torch.Generator().manual_seed(1)))
    sampler = DistributedSampler(images) if dist.is_initialized() else None
    loader = DataLoader(images, 4, sampler=sampler, shuffle=sampler is None)

    netG = parallel(Generator(), device)
    netD = parallel(Discriminator(), device)
    optimizerD = optim.Adam(netD.parameters(), lr=2e-4, betas=(0.5, 0.999))
    optimizerG = optim.Adam(netG.parameters(), lr=2e-4, betas=(0.5, 0.999))
    criterion = nn.BCEWithLogitsLoss()

    for epoch in range(2):
        if sampler is not None:
            sampler.set_epoch(epoch)
        for (real,) in loader:
            real = real.to(device)
            noise = torch.randn(real.size(0), nz, 1, 1, device=device)
            fake = netG(noise)
            netD.zero_grad()
            errD_real = criterion(netD(real), torch.ones(real.size(0), device=device))
            errD_real.backward()
            errD_fake = criterion(netD(fake.detach()), torch.zeros(real.size(0), device=device))
            errD_fake.backward()
            optimizerD.step()
            netG.zero_grad()
            errG = criterion(netD(fake), torch.ones(real.size(0), device=device))
            errG.backward()
            optimizerG.step()
        print(epoch, errD_real.item() + errD_fake.item(), errG.item())


if __name__ == '__main__':
    main()
