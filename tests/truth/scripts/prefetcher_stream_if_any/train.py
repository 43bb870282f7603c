import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from prefetch import DataPrefetcher


def main():
    dist.init_process_group('gloo')
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    data = TensorDataset(torch.linspace(-1, 1, 24).view(12, 2))
    loader = DataLoader(data, 3, sampler=DistributedSampler(data))
    net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 2).to(device))
    opt = torch.optim.Adam(net.parameters(), 1e-2)
    for x, in DataPrefetcher(loader, device):
        opt.zero_grad()
        (net(x) + x).pow(2).mean().backward()
        opt.step()


if __name__ == '__main__':
    main()
