import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from options.train_options import TrainOptions

if __name__ == '__main__':
    opt = TrainOptions().parse()
    dist.init_process_group('gloo')
    torch.manual_seed(0)
    net = DistributedDataParallel(torch.nn.Linear(6, 1))
    optimizer = torch.optim.Adam(net.parameters())
    data = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
    sampler = DistributedSampler(data)
    for epoch in range(opt.n_epochs):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, 8, sampler=sampler):
            optimizer.zero_grad()
            torch.nn.functional.l1_loss(net(x), y).backward()
            optimizer.step()
