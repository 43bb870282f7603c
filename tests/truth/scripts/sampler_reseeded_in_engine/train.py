import argparse
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from engine import run_epoch


def get_loader(batch_size, num_workers=0):
    t = torch.linspace(0, 6.28, 32)
    dataset = TensorDataset(torch.stack([t.sin(), t.cos()], 1), (2 * t).sin().unsqueeze(1))
    return DataLoader(dataset, batch_size, sampler=DistributedSampler(dataset, shuffle=True), num_workers=num_workers)


if __name__ == '__main__':
    ap = argparse.ArgumentParser()
    ap.add_argument('--epochs', type=int, default=10)
    args = ap.parse_args()
    dist.init_process_group(backend='gloo')
    torch.manual_seed(1)
    model = DistributedDataParallel(nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1)))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    loader = get_loader(4)
    for epoch in range(args.epochs):
        mean = run_epoch(model, loader, optimizer, epoch)
        if dist.get_rank() == 0:
            print(epoch, mean)
