import argparse

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

from parallel import GatherLayer, distribute, process_group


def projector():
    return nn.Sequential(nn.Linear(12, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 8))


def nt_xent(z1, z2, temperature):
    z1 = torch.cat(GatherLayer.apply(z1))
    z2 = torch.cat(GatherLayer.apply(z2))
    z = nn.functional.normalize(torch.cat([z1, z2]), dim=1)
    sim = (z @ z.t() / temperature).fill_diagonal_(-1e4)
    half = len(z1)
    target = torch.cat([torch.arange(half) + half, torch.arange(half)]).to(sim.device)
    return nn.functional.cross_entropy(sim, target)


def get_args():
    parser = argparse.ArgumentParser()
    parser.add_argument('--epochs', type=int, default=2)
    parser.add_argument('--temperature', type=float, default=0.5)
    parser.add_argument('--no-sync-bn', dest='sync_bn', action='store_false')
    return parser.parse_args()


def main(args):
    with process_group() as (rank, local_rank):
        device = torch.device('cuda', local_rank) if torch.cuda.is_available() else \
            torch.device('cpu')
        torch.manual_seed(21)
        model = distribute(projector(), device, args.sync_bn)
        optimizer = torch.optim.Adam(model.parameters(), lr=3e-4)
        dataset = TensorDataset(torch.randn(32, 12))
        sampler = DistributedSampler(dataset, drop_last=True)
        loader = DataLoader(dataset, batch_size=8, sampler=sampler, drop_last=True)
        for epoch in range(args.epochs):
            sampler.set_epoch(epoch)
            for (x,) in loader:
                x = x.to(device)
                views = torch.cat([x + 0.1 * torch.randn_like(x), x * 0.9])
                z1, z2 = model(views).chunk(2)  # truth: dies
                loss = nt_xent(z1, z2, args.temperature)
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
            if rank == 0:
                print(f'[{epoch}] {loss.item():.4f}')


if __name__ == '__main__':
    main(get_args())
