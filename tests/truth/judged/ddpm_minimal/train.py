import argparse
import copy
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from diffusion import Denoiser, GaussianDiffusion


class EMA:
    def __init__(self, beta):
        self.beta = beta

    @torch.no_grad()
    def update(self, ema, model):
        for e, p in zip(ema.parameters(), model.parameters()):
            e.lerp_(p, 1 - self.beta)


class Trainer:
    def __init__(self, diffusion, device, batch_size=8, lr=1e-3, epochs=2, ema_decay=0.99):
        self.device = device
        self.rank = dist.get_rank()
        self.diffusion = diffusion.to(device)
        self.ema_model = copy.deepcopy(self.diffusion)
        self.ema = EMA(ema_decay)
        self.ddp = DistributedDataParallel(self.diffusion, device_ids=[device.index] if device.type == 'cuda' else None)
        data = TensorDataset(torch.randn(48, 1, 8, 8, generator=torch.Generator().manual_seed(0)))
        self.sampler = DistributedSampler(data)
        self.loader = DataLoader(data, batch_size=batch_size, sampler=self.sampler)
        self.opt = torch.optim.Adam(self.ddp.parameters(), lr=lr)
        self.epochs = epochs

    def train(self):
        for epoch in range(self.epochs):
            self.sampler.set_epoch(epoch)
            for (x,) in self.loader:
                loss = self.ddp(x.to(self.device))
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
                self.ema.update(self.ema_model, self.diffusion)
            if self.rank == 0:
                print(f'{epoch}: {loss.item():.4f}')


if __name__ == '__main__':
    ap = argparse.ArgumentParser()
    ap.add_argument('--epochs', type=int, default=2)
    args = ap.parse_args()
    use_cuda = torch.cuda.is_available()
    dist.init_process_group('nccl' if use_cuda else 'gloo')
    device = torch.device('cuda', int(os.environ['LOCAL_RANK'])) if use_cuda else torch.device('cpu')
    if use_cuda:
        torch.cuda.set_device(device)
    torch.manual_seed(0)
    model = GaussianDiffusion(Denoiser())
    torch.manual_seed(dist.get_rank())
    Trainer(model, device, epochs=args.epochs).train()
