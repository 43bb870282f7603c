import argparse
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from checkpoint import load_checkpoint, save_checkpoint
from settings import Settings


class DeepAR(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.mu, self.presigma = nn.Linear(hidden, 1), nn.Linear(hidden, 1)

    def forward(self, z):
        h, _ = self.lstm(z[:, :-1])
        mu, sigma = self.mu(h), nn.functional.softplus(self.presigma(h)) + 1e-3
        return -torch.distributions.Normal(mu, sigma).log_prob(z[:, 1:]).mean()


def one_epoch(model, loader, optimizer, device):
    for (z,) in loader:
        optimizer.zero_grad()
        loss = model(z.to(device))
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('-c', '--config', default='config.yaml')
    parser.add_argument('opts', nargs='*', help='key=value')
    args = parser.parse_args()
    settings = Settings.from_file(args.config).merge(args.opts)

    local_rank = int(os.getenv('LOCAL_RANK', '0'))
    cuda = settings.accelerator != 'cpu' and torch.cuda.is_available()
    dist.init_process_group('nccl' if cuda else 'gloo')
    device = torch.device('cuda', local_rank) if cuda else torch.device('cpu')
    torch.manual_seed(settings.seed)
    model = DeepAR(settings.model.hidden).to(device)
    ddp = DistributedDataParallel(model, device_ids=[local_rank] if cuda else None)
    optimizer = torch.optim.Adam(ddp.parameters(), lr=settings.optim.lr)

    t = torch.arange(10.0).unsqueeze(0) + torch.arange(16.0).unsqueeze(1)
    dataset = TensorDataset(torch.sin(t).unsqueeze(-1))
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, batch_size=4, sampler=sampler)
    for epoch in range(settings.epochs):
        if epoch > 0:
            load_checkpoint(settings.checkpoint, ddp.module, optimizer, local_rank)
        sampler.set_epoch(epoch)
        nll = one_epoch(ddp, loader, optimizer, device)
        if dist.get_rank() == 0:
            print(f'{epoch} nll {nll:.4f}')
            save_checkpoint(settings.checkpoint, ddp.module, optimizer, epoch)
        dist.barrier()


if __name__ == '__main__':
    main()
