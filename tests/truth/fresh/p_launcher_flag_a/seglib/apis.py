import torch
from torch import nn
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

from .dist import get_dist_info


def init_random_seed(seed):
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)


def build_dataloader(dataset, batch, dist):
    rank, world_size = get_dist_info()
    sampler = DistributedSampler(dataset, world_size, rank, shuffle=True) if dist else None
    return DataLoader(dataset, batch, sampler=sampler, shuffle=not dist)


def train_segmentor(cfg, distributed=False):
    model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 4, 1))
    if distributed:
        model = nn.parallel.DistributedDataParallel(model)
    data = TensorDataset(torch.randn(16, 3, 6, 6), torch.randint(0, 4, (16, 6, 6)))
    loader = build_dataloader(data, cfg['samples_per_gpu'], distributed)
    optimizer = torch.optim.SGD(model.parameters(), lr=cfg['lr'])
    for epoch in range(cfg['total_epochs']):
        if distributed:
            loader.sampler.set_epoch(epoch)
        for img, gt in loader:
            loss = nn.functional.cross_entropy(model(img), gt)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(get_dist_info()[0], epoch, loss.item())
